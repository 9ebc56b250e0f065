drop index concurrently if exists audit_entry_words;
create index concurrently audit_entry_words on audit_entry
  using gin (audit_words(target, details) gin_trgm_ops);
drop index concurrently if exists audit_entry_text;
create index concurrently audit_entry_text on audit_entry (audit_text_id(details));
drop index concurrently if exists audit_entry_impersonator;
create index concurrently audit_entry_impersonator on audit_entry (impersonated_by_id, at)
  where impersonated_by_id is not null;
drop index concurrently if exists free_text_words;
create index concurrently free_text_words on free_text using gin (text gin_trgm_ops);
