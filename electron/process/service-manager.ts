import { execFile } from 'node:child_process';

/** Sends a state such as `READY=1` to systemd. */
export type Notify = (...states: string[]) => void;

export interface ServiceManagerOptions {
  /** The environment of the process: `NOTIFY_SOCKET` is set by systemd for a unit of `Type=notify`, `WATCHDOG_USEC` for one with `WatchdogSec`. */
  env: NodeJS.ProcessEnv;
  /** Logs that systemd could not be told. */
  report: (error: unknown) => void;
  notify?: Notify;
}

const MICROSECONDS = 1_000;
/** A third of the limit: one lost message does not end a process that is well. */
const MESSAGES_PER_LIMIT = 3;
/** A message that is not sent within so many milliseconds is given up. */
const SEND_LIMIT = 5_000;

/**
 * Tells systemd that this process is ready, that its event loop still turns, and that it stops (protocol: `sd_notify(3)`). Does nothing in a process that
 * systemd did not start. The messages are sent by the program `systemd-notify`, because Node has no datagram sockets of the Unix domain; the unit needs
 * `NotifyAccess=all`.
 */
export class ServiceManager {
  readonly #notify: Notify;
  readonly #watchdog: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Takes the variables out of the environment: a child process that speaks as well would speak for this one. */
  constructor({ env, report, notify = senderOf({ ...env }, report) }: ServiceManagerOptions) {
    const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: watchdog } = env;
    delete env['NOTIFY_SOCKET'];
    delete env['WATCHDOG_USEC'];
    delete env['WATCHDOG_PID'];
    this.#notify = socket === undefined ? () => undefined : notify;
    const limit = Number(watchdog ?? Number.NaN) / MICROSECONDS;
    this.#watchdog = socket !== undefined && limit > 0 ? limit / MESSAGES_PER_LIMIT : undefined;
  }

  /** The service can be used. From now on the watchdog hears of it three times in its limit. A service that starts again in place says it again. */
  ready(): void {
    this.#notify('READY=1');
    if (this.#watchdog === undefined || this.#timer) return;
    this.#timer = setInterval(() => this.#notify('WATCHDOG=1'), this.#watchdog);
    this.#timer.unref();
  }

  /** The service ends. The watchdog still hears of it until the process has gone. */
  stopping(): void {
    this.#notify('STOPPING=1');
  }

  /** Ends the messages to the watchdog. */
  dispose(): void {
    clearInterval(this.#timer);
  }
}

function senderOf(env: NodeJS.ProcessEnv, report: (error: unknown) => void): Notify {
  return (...states) => {
    execFile('systemd-notify', states, { env, timeout: SEND_LIMIT }, (error) => {
      if (error) report(error);
    });
  };
}
