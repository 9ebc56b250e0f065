-- The refusal that kept an archive from being written, in words; null for any other failure.
alter table document_archive add column failure text check (failure is null or state = 'failed');
