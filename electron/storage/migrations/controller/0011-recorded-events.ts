import type { Migration } from '../migrate.ts';

/** Milliseconds since the epoch. */
const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
const ENDED_JOB = `json_object('job', NEW.id, 'state', NEW.state, 'label', NEW.label_name, 'description', NEW.description,
        'printed', NEW.printed, 'handedOver', NEW.handed_over, 'voided', NEW.voided,
        'order', (SELECT orders.id FROM order_jobs JOIN orders ON orders.number = order_jobs.order_number WHERE order_jobs.job = NEW.id))`;
const SELECTED_JOB = `json_object('job', NEW.id, 'label', NEW.label_name, 'description', NEW.description, 'table', NEW.table_name,
        'copies', NEW.total_copies, 'operator', NEW.operator)`;
const ORDER = "json_object('order', NEW.id, 'state', NEW.state, 'asked', NEW.asked, 'reason', NEW.reason)";
const LINE_STOP = `'alarm', 'line-stop-' || NEW.id, 'line', NEW.line, 'rule', json_extract(NEW.stop, '$.rule'),
        'detail', json_extract(NEW.stop, '$.detail')`;

/**
 * Recorded events, webhooks and e-mails. Jobs, orders and stops of lines are recorded by triggers: in the transaction of the change,
 * whichever module makes it.
 */
export const recordedEvents: Migration = {
  version: 11,
  sql: `
    CREATE TABLE recorded_events (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      printer TEXT,
      data TEXT NOT NULL
    ) STRICT;
    CREATE INDEX recorded_events_by_printer ON recorded_events (printer) WHERE printer IS NOT NULL;

    CREATE TABLE recorded_conditions (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL CHECK (kind IN ('printer-error', 'device-lost', 'disk', 'clock')),
      printer TEXT,
      subject TEXT NOT NULL,
      detail TEXT NOT NULL,
      since INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE recorded_prints (printer TEXT PRIMARY KEY, print INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE recorded_unknown (print INTEGER PRIMARY KEY, printer TEXT NOT NULL) STRICT;
    CREATE INDEX recorded_unknown_by_printer ON recorded_unknown (printer);

    CREATE TRIGGER job_selected AFTER INSERT ON jobs WHEN NEW.state = 'queued' AND NEW.purpose = 'production' BEGIN
      INSERT INTO recorded_events (at, kind, printer, data) VALUES (${NOW}, 'job.selected', NEW.printer, ${SELECTED_JOB});
    END;
    CREATE TRIGGER job_ended AFTER UPDATE OF state ON jobs
    WHEN OLD.state = 'queued' AND NEW.state <> 'queued' AND NEW.purpose = 'production' BEGIN
      INSERT INTO recorded_events (at, kind, printer, data) VALUES (${NOW}, 'job.ended', NEW.printer, ${ENDED_JOB});
    END;
    CREATE TRIGGER job_selected_again AFTER UPDATE OF state ON jobs
    WHEN OLD.state <> 'queued' AND NEW.state = 'queued' AND NEW.purpose = 'production' BEGIN
      INSERT INTO recorded_events (at, kind, printer, data) VALUES (${NOW}, 'job.selected', NEW.printer, ${SELECTED_JOB});
    END;
    CREATE TRIGGER order_received AFTER INSERT ON orders BEGIN
      INSERT INTO recorded_events (at, kind, data) VALUES (${NOW}, 'order.received', ${ORDER});
    END;
    CREATE TRIGGER order_changed AFTER UPDATE OF state ON orders WHEN OLD.state <> NEW.state BEGIN
      INSERT INTO recorded_events (at, kind, data)
      VALUES (${NOW}, CASE NEW.state WHEN 'started' THEN 'order.started' ELSE 'order.ended' END, ${ORDER});
    END;
    CREATE TRIGGER line_stopped AFTER INSERT ON line_stops WHEN NEW.ended IS NULL BEGIN
      INSERT INTO recorded_events (at, kind, printer, data)
      VALUES (${NOW}, 'line.stopped', json_extract(NEW.stop, '$.printer'), json_object(${LINE_STOP}));
    END;
    CREATE TRIGGER line_resumed AFTER UPDATE OF ended ON line_stops WHEN OLD.ended IS NULL AND NEW.ended IS NOT NULL BEGIN
      INSERT INTO recorded_events (at, kind, printer, data)
      VALUES (${NOW}, 'line.resumed', json_extract(NEW.stop, '$.printer'),
        json_object(${LINE_STOP}, 'endedBy', NEW.ended_by, 'reason', NEW.reason));
    END;

    CREATE TABLE webhooks (
      name TEXT PRIMARY KEY,
      config TEXT NOT NULL,
      secret TEXT NOT NULL,
      former_secret TEXT,
      former_until INTEGER,
      through INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      first_attempt INTEGER,
      next_attempt INTEGER,
      delivered INTEGER NOT NULL DEFAULT 0,
      given_up INTEGER NOT NULL DEFAULT 0,
      last_delivery INTEGER,
      last_failure INTEGER,
      last_error TEXT,
      ended TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE email_position (id INTEGER PRIMARY KEY CHECK (id = 1), through INTEGER NOT NULL) STRICT;
    CREATE TABLE email_alarms (
      alarm TEXT NOT NULL,
      rule TEXT NOT NULL,
      event INTEGER NOT NULL,
      since INTEGER NOT NULL,
      escalates INTEGER,
      acknowledged INTEGER,
      acknowledged_by TEXT,
      PRIMARY KEY (alarm, rule)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE email_entries (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      rule TEXT NOT NULL,
      reason TEXT NOT NULL CHECK (reason IN ('event', 'cleared', 'escalation')),
      alarm TEXT,
      event TEXT NOT NULL,
      at INTEGER NOT NULL,
      due INTEGER NOT NULL
    ) STRICT;
  `,
};
