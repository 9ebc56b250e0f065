-- Creates the portal's unprivileged role and the owner of the ledger, so that the migrating role need not create roles.
-- Run once as an administrator of the server, before the first migration:
-- psql -v owner=portal_owner -v app_password=… -f roles.sql
create role portal_app login password :'app_password';
create role ledger_owner nologin;
grant portal_app, ledger_owner to :"owner";
alter role portal_app set timezone = 'UTC';
alter role portal_app set datestyle = 'ISO, MDY';
alter role portal_app set jit = 'off';
alter role portal_app set default_transaction_isolation = 'read committed';
-- The timeouts of interactive requests, for connections through PgBouncer, which drops what a client sets at its start.
alter role portal_app set statement_timeout = '15s';
alter role portal_app set lock_timeout = '4s';
alter role portal_app set idle_in_transaction_session_timeout = '15s';
-- Sessions whose peer is gone end within minutes, with what they hold, and not after the system's two hours.
alter role portal_app set tcp_keepalives_idle = '30s';
alter role portal_app set tcp_keepalives_interval = '10s';
alter role portal_app set tcp_keepalives_count = 3;
alter role portal_app set tcp_user_timeout = '30s';
alter role portal_app set client_connection_check_interval = '10s';
