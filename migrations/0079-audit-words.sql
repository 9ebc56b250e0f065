-- What the audit log is searched by: the target of an entry and the values of its details, not their names. The values are
-- as JSON writes them.
create function audit_words(target text, details jsonb) returns text
language sql immutable parallel safe
return coalesce(target, '') || ' '
  || jsonb_path_query_array(details, '$.** ? (@.type() == "string" || @.type() == "number")')::text;

-- What was typed lies in free_text, and an entry refers to one text at most.
create function audit_text_id(details jsonb) returns text
language sql immutable parallel safe
return jsonb_path_query_first(details, '$.*.textId') #>> '{}';
