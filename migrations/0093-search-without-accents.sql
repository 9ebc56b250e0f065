-- What people are searched by, without case, accents and the ways to write an apostrophe: a phone types O’Brien, a keyboard
-- O'Brien, and few people type Zoë. Of a pattern for `like` as well.
create function search_fold(typed text) returns text
language sql immutable parallel safe
return replace(replace(replace(replace(
  -- In small letters last: of letters with an accent not every locale knows them.
  lower(translate(
    regexp_replace(normalize(typed, nfd), '[\u0300-\u036f]', '', 'g'),
    '’‘ʼ´`łŁøØđĐðÐıẞÆŒÞ–—‐‑−', '''''''''''llooddddißæœþ-----')),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');

create or replace function set_account_search_text() returns trigger language plpgsql as $$
begin
  new.sort_name := left(lower(new.first_name || ' ' || new.last_name), 100);
  new.search_text := public.search_fold(concat_ws(E'\n',
    new.first_name || ' ' || new.last_name, new.email, new.cell, new.company));
  return new;
end $$;
-- The trigger writes the text anew.
update account set first_name = first_name where search_text <> search_fold(search_text);
