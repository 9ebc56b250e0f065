-- Certificates of South Africa have a column for each: the ID number beside the income tax number of the same person.
alter table tax_detail
  add column id_number text,
  add check (id_number is null or kind = 'za-tax');
