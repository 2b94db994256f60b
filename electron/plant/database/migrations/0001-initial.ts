import type { PlantMigration } from './plant-migration.ts';

/**
 * Controllers, keys, and the archive of prints in monthly partitions, so that old months are removed by dropping a table. The functions that create and
 * drop partitions run with the rights of their owner: the role that serves needs none to change tables.
 */
export const initial: PlantMigration = {
  version: 1,
  sql: `
    CREATE TABLE settings (key text PRIMARY KEY, value text NOT NULL);

    CREATE TABLE api_keys (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL,
      hash bytea NOT NULL UNIQUE,
      scopes text[] NOT NULL,
      controller text,
      created timestamptz NOT NULL DEFAULT now(),
      expires timestamptz,
      revoked timestamptz,
      last_used timestamptz
    );
    CREATE UNIQUE INDEX api_keys_by_name ON api_keys (name) WHERE revoked IS NULL;

    CREATE TABLE sessions (
      hash bytea PRIMARY KEY,
      key bigint NOT NULL REFERENCES api_keys (id),
      expires timestamptz NOT NULL
    );

    CREATE TABLE controllers (
      number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id text NOT NULL UNIQUE,
      first_seen timestamptz NOT NULL DEFAULT now(),
      last_seen timestamptz NOT NULL DEFAULT now(),
      report text,
      reported timestamptz,
      clock_ahead bigint
    );

    CREATE TABLE label_documents (hash bytea PRIMARY KEY, document text NOT NULL, stored timestamptz NOT NULL DEFAULT now());

    CREATE TABLE prints (
      reserved timestamptz NOT NULL,
      settled timestamptz NOT NULL,
      sent timestamptz,
      unknown_since timestamptz,
      verified_at timestamptz,
      print bigint NOT NULL,
      reprint_of bigint,
      supersedes bigint,
      row bigint,
      hdpi double precision NOT NULL,
      vdpi double precision NOT NULL,
      controller integer NOT NULL,
      label_revision integer NOT NULL,
      revision smallint NOT NULL,
      printer text NOT NULL,
      job text NOT NULL,
      label text NOT NULL,
      document_hash bytea NOT NULL,
      table_name text,
      key text,
      serials text[] NOT NULL,
      print_values text NOT NULL,
      picture_hash text NOT NULL,
      device_message text,
      state text NOT NULL,
      proof text NOT NULL,
      reason text,
      unknown_reason text,
      resolved_by text,
      operator text NOT NULL,
      reprint_reason text,
      rework_reason text,
      purpose text NOT NULL,
      verification text,
      verified_by text,
      expected_text text,
      read_text text,
      read_grade text,
      PRIMARY KEY (reserved, controller, print)
    ) PARTITION BY RANGE (reserved);
    CREATE INDEX prints_of_jobs ON prints (controller, job, reserved);
    CREATE INDEX prints_by_key ON prints (key, reserved) WHERE key IS NOT NULL;
    CREATE TABLE prints_default PARTITION OF prints DEFAULT;

    CREATE TABLE print_serials (
      reserved timestamptz NOT NULL,
      print bigint NOT NULL,
      controller integer NOT NULL,
      serial text NOT NULL,
      PRIMARY KEY (serial, reserved, controller, print)
    ) PARTITION BY RANGE (reserved);
    CREATE TABLE print_serials_default PARTITION OF print_serials DEFAULT;

    CREATE TABLE job_terms (
      controller integer NOT NULL,
      term text NOT NULL,
      value text NOT NULL,
      job text NOT NULL,
      PRIMARY KEY (term, value, controller, job)
    );

    CREATE FUNCTION create_partition(parent text, month timestamptz) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DECLARE
      first timestamptz := date_trunc('month', month, 'UTC');
      next timestamptz := date_trunc('month', first + interval '40 days', 'UTC');
      child text := parent || to_char(first AT TIME ZONE 'UTC', '_YYYY_MM');
    BEGIN
      IF parent NOT IN ('prints', 'print_serials') THEN RAISE EXCEPTION 'no partitioned table %', parent; END IF;
      IF to_regclass(child) IS NOT NULL THEN RETURN; END IF;
      PERFORM pg_advisory_xact_lock(hashtext('strobe partitions'));
      -- to_regclass may still answer from before the wait for the lock.
      IF EXISTS (SELECT FROM pg_class WHERE relname = child AND relnamespace = 'public'::regnamespace) THEN RETURN; END IF;
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', child, parent);
      EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent);
      EXECUTE format('WITH moved AS (DELETE FROM %I WHERE reserved >= %L AND reserved < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
        parent || '_default', first, next, child);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, child, first, next);
    END $$;

    CREATE FUNCTION drop_partition(child text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      IF child !~ '^(prints|print_serials)_\\d{4}_\\d{2}$' THEN RAISE EXCEPTION 'no partition %', child; END IF;
      EXECUTE format('DROP TABLE IF EXISTS %I', child);
    END $$;
  `,
};
