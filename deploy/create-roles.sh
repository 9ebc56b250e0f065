#!/bin/sh
# Runs once, when the PostgreSQL container initializes its data.
psql -v ON_ERROR_STOP=1 -v owner="$POSTGRES_USER" -v app_password="$APP_PASSWORD" \
  -U "$POSTGRES_USER" -d "$POSTGRES_DB" -f /roles.sql
