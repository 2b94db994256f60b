import type { Generated } from 'kysely';

/** Tables about the line around the printers. */
export interface LineTables {
  /** Triggers without a print, with the reason; an entry can be about several products. */
  missed_triggers: {
    id: Generated<number>;
    printer: string;
    job: string | null;
    at: number;
    reason: string;
    products: Generated<number>;
  };
  /** Devices with inputs and outputs of the line; `device` is JSON. */
  signal_devices: { name: string; device: string };
  /** Lines of printers that stop together; `line` is JSON. */
  lines: { name: string; line: string };
  /** Why lines were stopped; `ended` is null for a line that is stopped still. `stop` is JSON. */
  line_stops: {
    id: Generated<number>;
    line: string;
    stop: string;
    ended: number | null;
    ended_by: string | null;
    reason: string | null;
  };
  /**
   * What lines did; `ended` is null for a period that lasts, and `seen` is when the controller was last running in it. `reason` is the key of a reason
   * that a person stated.
   */
  line_periods: {
    id: Generated<number>;
    line: string;
    activity: 'running' | 'starved' | 'blocked' | 'fault' | 'set-up';
    began: number;
    ended: Generated<number | null>;
    seen: number;
    detail: string;
    printer: string | null;
    job: string | null;
    reason: Generated<string | null>;
    note: Generated<string | null>;
    stated_by: Generated<string | null>;
    stated_at: Generated<number | null>;
  };
  /** The last print of each printer that a Sparkplug server has taken, and how many of its prints were taken. */
  sparkplug_cursors: { printer: string; print: number; taken: Generated<number> };
  /** Prints whose outcome was unknown when a server took them. */
  sparkplug_unknown: { print: number; printer: string };
}
