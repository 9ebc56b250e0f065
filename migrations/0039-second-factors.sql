-- What an admin or a developer shows besides the password.
create table factor (
  id uuid primary key,
  user_id integer not null references account,
  kind text not null check (kind in ('passkey', 'one-time-code')),
  -- The device it was set up on, such as "Chrome on Mac".
  name text not null check (length(name) between 1 and 100),
  made_at timestamptz not null,
  last_used_at timestamptz,
  -- A row stays, because an account that ever had a factor never sets one up by its password alone again.
  ended_at timestamptz,
  -- Of a passkey: the domain it is bound to, its public key as COSE, and how often it said it was used.
  rp_id text,
  credential_id text unique,
  public_key bytea,
  sign_count bigint,
  transports text[],
  -- Of one-time codes: the secret, encrypted by a key outside the database, and the last half minute that was used.
  secret bytea,
  last_step bigint,
  check ((kind = 'passkey') = (rp_id is not null)),
  check ((rp_id is null) = (credential_id is null)),
  check ((rp_id is null) = (public_key is null)),
  check ((rp_id is null) = (sign_count is null)),
  check ((rp_id is null) = (transports is null)),
  check ((kind = 'one-time-code') = (secret is not null)),
  check ((secret is null) = (last_step is null))
);
create index factor_of_user on factor (user_id);

create table recovery_code (
  id bigint generated always as identity primary key,
  user_id integer not null references account,
  code_hash text not null,
  made_at timestamptz not null,
  used_at timestamptz
);
create index recovery_code_of_user on recovery_code (user_id);

-- What a browser has to sign: once, for minutes, in one session and for one purpose.
create table factor_challenge (
  challenge_hash text primary key check (challenge_hash ~ '^[0-9a-f]{64}$'),
  session_id text not null references session on delete cascade on update cascade,
  purpose text not null check (purpose in ('set-up', 'sign-in', 'recent', 'decision')),
  -- Of one-time codes that are being set up; encrypted.
  secret bytea,
  made_at timestamptz not null,
  expires_at timestamptz not null
);
create index factor_challenge_of_session on factor_challenge (session_id);

-- Wrong factors after a right password; gone with the next new password.
create table factor_try (
  user_id integer primary key references account,
  tried_at timestamptz[] not null,
  -- Too many in a day: whoever knows the password guesses, so it is worth nothing any more.
  wants_password boolean not null default false
);

alter table session
  -- When the second factor was shown, here or in the session that this one was handed over from.
  add column factor_at timestamptz,
  -- When it was shown here, and the last act that asked for it.
  add column proved_at timestamptz,
  add column acted_at timestamptz,
  -- Why a factor may be set up without showing one.
  add column set_up_by text check (set_up_by in ('first', 'link', 'recovery-code')),
  -- Begun by a mailed link, which a locked account asks for.
  add column comes_back boolean not null default false;

alter table account
  -- Made from ADMIN_EMAIL in an empty database: the first factor follows right after the password.
  add column is_first_admin boolean not null default false;

alter table account_link drop constraint account_link_purpose_check;
alter table account_link add constraint account_link_purpose_check check (
  purpose in ('register', 'reset-password', 'confirm-email', 'undo-contact-change', 'invitation', 'set-up-factor', 'come-back')
);

-- Whoever is signed in to the office showed no factor, and an invitation from before was for a password alone.
delete from session where user_id in (select id from account where role = 'admin' or developer)
  or impersonator_id is not null;
update account_link set ended_at = now()
  where ended_at is null and purpose = 'register'
    and user_id in (select id from account where role = 'admin' or developer);
update account set active = false, updated_at = now()
  where role = 'admin' and active and not verified and password_hash is null;

grant select, insert, update, delete on factor, recovery_code, factor_challenge, factor_try to portal_app;
