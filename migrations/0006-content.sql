-- What the office uploads and writes, and what people write to the shop.

-- Pictures, training videos, documents; the bytes are in files, named by what is in them.
create table upload (
  id integer generated always as identity primary key,
  category text not null check (category in ('Photos', 'Training Videos', 'Documents', 'Other')),
  title text not null,
  description text not null default '',
  sort_order integer not null default 0,
  -- As it was called where it came from; never a name on our disk.
  filename text not null,
  kind text not null check (kind in ('image', 'video', 'file')),
  content_type text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null check (bytes > 0),
  width integer check (width > 0),
  height integer check (height > 0),
  uploaded_by integer references account,
  uploaded_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- How long a video runs. Its poster is kept like a picture's sizes, in upload_size, so that nothing
  -- else has to know of it when it is removed.
  seconds integer check (seconds > 0),
  check ((kind = 'image') = (width is not null and height is not null)),
  constraint upload_seconds check (kind = 'video' or seconds is null)
);
create index upload_list on upload (category, sort_order, id);
create index upload_content on upload (sha256);
create index upload_of_user on upload (uploaded_by, uploaded_at);

-- A picture in its smaller sizes; the row of the upload is the largest.
create table upload_size (
  upload_id integer not null references upload on delete cascade,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null check (bytes > 0),
  primary key (upload_id, width)
);
create index upload_size_content on upload_size (sha256);

create table upload_captions (
  upload_id integer primary key references upload on delete cascade,
  -- WebVTT that was read and written anew: cues, and nothing else.
  vtt text not null,
  updated_at timestamptz not null
);

-- Who opened what, one row for each time.
create table upload_access (
  id bigint generated always as identity primary key,
  upload_id integer not null references upload on delete cascade,
  user_id integer not null references account,
  at timestamptz not null default now()
);
create index upload_access_list on upload_access (upload_id, at desc);

-- What buyers say of the product, as the office chose to show it.
create table testimonial (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  town text not null default '',
  -- Plain text: nothing in it is ever read as markup.
  words text not null check (words <> ''),
  image_id integer references upload,
  sort_order integer not null default 0,
  is_shown boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index testimonial_list on testimonial (sort_order, id);
create index testimonial_image on testimonial (image_id) where image_id is not null;

-- The words of mails and SMS that the office changed.
create table email_copy (
  kind text primary key,
  subject text not null,
  -- Paragraphs stand apart by an empty line.
  body text not null,
  -- Empty where a mail has no button, or goes by no SMS.
  button_label text not null,
  sms text not null,
  updated_at timestamptz not null,
  updated_by integer references account on delete set null
);

-- Words that somebody tries out by mail before they are saved.
create table email_copy_test (
  id integer generated always as identity primary key,
  kind text not null,
  subject text not null,
  body text not null,
  button_label text not null,
  sms text not null,
  made_at timestamptz not null
);

-- Texts on the pages of the shop.
create table site_copy (
  var_name text primary key,
  -- HTML of a few harmless elements: it was cleaned before it came here.
  copy text not null,
  -- The uploads that it shows.
  pictures integer[] not null default '{}',
  updated_at timestamptz not null,
  updated_by integer references account on delete set null
);

create table site_copy_version (
  id integer generated always as identity primary key,
  var_name text not null,
  -- Null: back to the original words.
  copy text,
  at timestamptz not null,
  by_user integer references account on delete set null
);
create index site_copy_version_list on site_copy_version (var_name, id desc);

create table contact_message (
  id integer generated always as identity primary key,
  -- The browser's name for it: sent again after a lost answer, it is one message.
  command_id uuid not null unique,
  source text not null check (source in ('general', 'experience', 'distributor')),
  email text not null,
  name text,
  surname text,
  age smallint,
  cell_number text,
  residing_town text,
  where_did_you_hear text,
  existing_customer boolean,
  order_number text,
  text text not null,
  received_at timestamptz not null default now()
);
create index contact_message_list on contact_message (received_at desc, id desc);

grant select, insert, update, delete
  on upload, upload_size, upload_captions, testimonial, email_copy, email_copy_test, site_copy
  to portal_app;
grant select, insert on upload_access, site_copy_version to portal_app;
-- What somebody wrote is not rewritten; it is forgotten when its time is over.
grant select, insert, delete on contact_message to portal_app;
