import type { AlarmsEvent } from '#contract/station/alarms.ts';
import type { DesktopAction, DesktopState } from '#contract/station/desktop.ts';
import type { FleetEvent, FleetPrinter } from '#contract/station/fleet.ts';
import type { Permission } from '#contract/station/permissions.ts';
import { EMBEDDED_ID } from '../connections/connections.ts';
import type { StationModules } from '../modules/station-modules.ts';
import { callingScreen } from '../operations/with-audit.ts';
import { failureText } from '../operations/with-event-log.ts';
import { DESKTOP, serveFor } from '../people/callers.ts';

/** The permission that each action needs where the station keeps people. */
const PERMISSIONS: Readonly<Record<DesktopAction, Permission>> = { quit: 'configure', leaveKiosk: 'people', startWithSystem: 'configure' };

type Modules = Pick<StationModules, 'fleet' | 'alarms' | 'permissions' | 'audit' | 'person' | 'connections'>;

/** The station as the window, menu and tray of the desktop app see it. */
export class DesktopAccess {
  readonly #modules: Modules;

  constructor(modules: Modules) {
    this.#modules = modules;
  }

  /** Calls with the state now, and whenever it has changed, until the returned function is called. */
  watch(listener: (state: DesktopState) => void): () => void {
    const { fleet, alarms } = this.#modules;
    const printers = new Set<string>();
    const active = new Set<string>();
    let last = '';
    const publish = (): void => {
      const own = [...printers].filter((place) => isPlaceOf(EMBEDDED_ID, place));
      const state = { printersWithJob: printers.size, ownPrintersWithJob: own.length, alarms: active.size };
      const text = JSON.stringify(state);
      if (text !== last) listener(state);
      last = text;
    };
    const follow = <Event>(apply: (event: Event) => void) => {
      return (event: Event): void => {
        apply(event);
        publish();
      };
    };
    const ends = [
      fleet.subscribe(follow((event) => applyFleetEvent(printers, event))),
      alarms.subscribe(follow((event) => applyAlarmsEvent(active, event))),
    ];
    applyFleetEvent(printers, fleet.snapshot());
    applyAlarmsEvent(active, alarms.snapshot());
    publish();
    return () => {
      for (const end of ends) end();
    };
  }

  /**
   * Checks what the person who is signed in at the window may do, and records it. Throws `person-required`, `screen-locked` and `not-permitted`. A station
   * without people permits everything.
   */
  async permit(action: DesktopAction): Promise<void> {
    const { permissions, audit, person } = this.#modules;
    await serveFor(DESKTOP, async () => {
      const command = { operation: `desktop.${action}`, ...callingScreen(), person: person() };
      try {
        await permissions.check({ operation: command.operation, access: PERMISSIONS[action], input: {} });
        audit.add(command);
      } catch (error) {
        audit.add({ ...command, failure: failureText(error) });
        throw error;
      }
    });
  }

  /** Address of the API reference that the controller of this computer serves; undefined while it does not answer. */
  get referenceUrl(): string | undefined {
    const url = this.#modules.connections.find(EMBEDDED_ID)?.url;
    return url === undefined ? undefined : new URL('/docs/', url).href;
  }
}

function placeOf(connection: string, name: string): string {
  return JSON.stringify([connection, name]);
}

function isPlaceOf(connection: string, place: string): boolean {
  return place.startsWith(`[${JSON.stringify(connection)},`);
}

function hasJob({ status, lastSelection }: FleetPrinter): boolean {
  return Boolean(status?.job ?? lastSelection);
}

function applyFleetEvent(withJob: Set<string>, event: FleetEvent): void {
  if (event.type === 'removed') withJob.delete(placeOf(event.connection, event.name));
  const printers = event.type === 'snapshot' ? event.printers : event.type === 'changed' ? [event.printer] : [];
  for (const printer of printers) {
    const place = placeOf(printer.connection, printer.name);
    if (hasJob(printer)) withJob.add(place);
    else withJob.delete(place);
  }
}

function applyAlarmsEvent(active: Set<string>, event: AlarmsEvent): void {
  if (event.type === 'removed') active.delete(event.id);
  const alarms = event.type === 'snapshot' ? event.alarms : event.type === 'changed' ? [event.alarm] : [];
  for (const { id, isActive, shelved } of alarms) {
    if (isActive && !shelved) active.add(id);
    else active.delete(id);
  }
}
