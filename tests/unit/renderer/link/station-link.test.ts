import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import { stationContract, type StationHandlers } from '#contract/station/index.ts';
import type { FleetEvent } from '#contract/station/fleet.ts';
import { RpcServer } from '#gateway/rpc/rpc-server.ts';
import type { FrameChannel } from '#renderer/link/frame-channel.ts';
import type { LinkState } from '#renderer/link/link.ts';
import { NotSignedIn } from '#renderer/link/sign-in.ts';
import { StationLink } from '#renderer/link/station-link.ts';
import { aPrinter } from '#support/fleet.ts';
import { untilHolds } from '#support/until-holds.ts';

/** The station's own server behind a connection that a test can cut. */
class Wire {
  readonly calls: string[] = [];
  /** When the triggers were pressed, by the station's clock. */
  readonly presses: (number | undefined)[] = [];
  /** What the station's clock shows. */
  elapsed = 5_000;
  isReachable = true;
  printers = [aPrinter()];
  /** The tokens of second persons that came with the removal of a label. */
  readonly confirmations: (string | undefined)[] = [];
  #cuts: (() => void)[] = [];
  readonly #server = new RpcServer({ contract: stationContract, handlers: this.#handlers(), report: () => 'id' });

  readonly open = async (): Promise<FrameChannel> => {
    if (!this.isReachable) throw new Error('the connection is closed');
    const toPage = new Set<(frame: string) => void>();
    const toStation = new Set<(frame: unknown) => void>();
    const closings = new Set<() => void>();
    let isOpen = true;
    const close = () => {
      isOpen = false;
      for (const closing of closings) closing();
    };
    this.#cuts.push(close);
    this.#server.attach(
      {
        post: (frame) => {
          if (isOpen) queueMicrotask(() => toPage.forEach((listener) => listener(frame)));
        },
        onFrame: (listener) => toStation.add(listener),
        onClose: (listener) => closings.add(listener),
        close,
        ready: () => Promise.resolve(),
      },
      (call) => call(),
    );
    return {
      send: (frame) => {
        if (!isOpen) throw new Error('closed');
        queueMicrotask(() => toStation.forEach((listener) => listener(frame)));
      },
      onFrame: (listener) => toPage.add(listener),
      onClose: (listener) => closings.add(listener),
      close,
    };
  };

  cut(): void {
    for (const close of this.#cuts.splice(0)) close();
  }

  #handlers(): StationHandlers {
    const printers = () => this.printers;
    const parts = {
      info: {
        get: async () => ({ version: '1', kind: 'headless' as const, pollInterval: 1000, controllerFolder: null, controllerCommand: [] }),
      },
      heartbeat: { get: async () => ({ elapsed: this.elapsed }) },
      fleet: {
        watch: async function* (_input: unknown, signal: AbortSignal): AsyncGenerator<FleetEvent> {
          yield { type: 'snapshot', printers: printers(), now: 1 };
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
        },
      },
      labels: {
        list: async () => [{ name: 'Best before', summary: {} }],
        remove: async (_input: unknown, _pressedAt?: number, confirmation?: string) => {
          this.confirmations.push(confirmation);
          if (confirmation === undefined) throw new ProblemError('second-person-required');
          return {};
        },
      },
      printing: {
        trigger: async (_input: unknown, pressedAt?: number) => {
          this.calls.push('trigger');
          this.presses.push(pressedAt);
          return { result: 'printing' as const };
        },
        abort: () => {
          this.calls.push('abort');
          return new Promise<never>(() => {});
        },
        deselect: async () => {
          throw new ProblemError('nothing-selected', { detail: 'Nothing is selected on "Line 1".' });
        },
      },
    };
    const refused = async () => {
      throw new Error('not part of this test');
    };
    return Object.fromEntries(
      Object.entries(stationContract).map(([noun, verbs]) => [
        noun,
        Object.fromEntries(
          Object.keys(verbs).map((verb) => [verb, (parts as Record<string, Record<string, unknown>>)[noun]?.[verb] ?? refused]),
        ),
      ]),
    ) as unknown as StationHandlers;
  }
}

const on = { connection: 'c1', printer: 'Line 1', idempotencyKey: '7b0c0a52-96ac-4a7a-bb0e-0e8f7c1d7a10' };
const CLOCKS = { now: () => 1_000, elapsed: () => performance.now(), pressedAt: () => performance.now() };
const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
});

function openLink(wire: Wire): { link: StationLink; states: LinkState[] } {
  const link = new StationLink({ open: wire.open, ...CLOCKS, random: () => 0 });
  const states: LinkState[] = [];
  link.watchState((state) => states.push(state));
  link.start();
  ends.push(() => link.close());
  return { link, states };
}

describe('the link to the station', () => {
  it('sends a query that was called before it was open', async () => {
    const { link } = openLink(new Wire());
    expect(await link.client.labels.list({ connection: 'c1' })).toEqual([{ name: 'Best before', summary: {} }]);
  });

  it('throws the problem that the station has thrown', async () => {
    const { link } = openLink(new Wire());
    await link.client.info.get({});
    await expect(link.client.printing.deselect(on)).rejects.toMatchObject({
      slug: 'nothing-selected',
      context: { detail: 'Nothing is selected on "Line 1".' },
    });
  });

  it('rejects a command while the station is unreachable, and does not send it later', async () => {
    const wire = new Wire();
    const { link, states } = openLink(wire);
    await link.client.info.get({});
    wire.isReachable = false;
    wire.cut();
    await untilHolds(() => expect(states.at(-1)?.kind).toBe('lost'));

    await expect(link.client.printing.trigger(on)).rejects.toMatchObject({ slug: 'station-unreachable' });
    wire.isReachable = true;
    await link.client.info.get({});
    expect(wire.calls).toEqual([]);
  });

  it('D18 says with a command what the clock of the station showed at its press', async () => {
    const wire = new Wire();
    const clocks = { now: () => 1_000, elapsed: () => 300, pressedAt: () => 250 };
    const link = new StationLink({ open: wire.open, ...clocks, random: () => 0 });
    link.start();
    ends.push(() => link.close());
    await link.client.info.get({});
    await link.client.printing.trigger(on);
    // The station's clock showed 5 000 at 300; a drift of 0.1 % rounds it down.
    expect(wire.presses).toEqual([4_949]);
  });

  it('D18 asks a restarted station for its clock before it sends a command', async () => {
    const wire = new Wire();
    const clocks = { now: () => 1_000, elapsed: () => 300, pressedAt: () => 300 };
    const link = new StationLink({ open: wire.open, ...clocks, random: () => 0 });
    link.start();
    ends.push(() => link.close());
    await link.client.info.get({});
    wire.elapsed = 20;
    wire.cut();
    await untilHolds(() => link.client.printing.trigger(on));
    expect(wire.presses).toEqual([20]);
  });

  it.each([
    ['sends a command again with the token of a second person', 'token-1', [undefined, 'token-1']],
    ['gives up a command that no second person has confirmed', undefined, [undefined]],
  ])('%s', async (_name, token, sent) => {
    const wire = new Wire();
    const asked: unknown[] = [];
    const askSecondPerson = async (command: unknown) => {
      asked.push(command);
      return token;
    };
    const link = new StationLink({ open: wire.open, ...CLOCKS, random: () => 0, askSecondPerson });
    link.start();
    ends.push(() => link.close());
    await link.client.info.get({});
    const label = { connection: 'c1', name: 'Case' };
    const removed = link.client.labels.remove(label);
    if (token === undefined) await expect(removed).rejects.toMatchObject({ slug: 'second-person-required' });
    else await expect(removed).resolves.toEqual({});
    expect([wire.confirmations, asked]).toEqual([sent, [{ operation: 'labels.remove', input: label }]]);
  });

  it('reports that it is unknown whether a command was executed if its response is lost', async () => {
    const wire = new Wire();
    const { link } = openLink(wire);
    await link.client.info.get({});
    const answer = link.client.printing.abort(on);
    await untilHolds(() => expect(wire.calls).toEqual(['abort']));
    wire.cut();

    await expect(answer).rejects.toMatchObject({
      slug: 'station-unreachable',
      context: { detail: expect.stringContaining('It is unknown whether') },
    });
    await link.client.info.get({});
    expect(wire.calls).toEqual(['abort']);
  });

  it('reopens a feed with a new snapshot after the connection was cut', async () => {
    const wire = new Wire();
    const { link } = openLink(wire);
    const stop = new AbortController();
    const seen: string[][] = [];
    const reading = (async () => {
      for await (const event of link.client.fleet.watch({}, stop.signal)) {
        if (event.type === 'snapshot') seen.push(event.printers.map(({ name }) => name));
      }
    })();
    await untilHolds(() => expect(seen).toEqual([['Line 1']]));

    wire.printers = [aPrinter(), aPrinter({ name: 'Line 2' })];
    wire.cut();
    await untilHolds(() => expect(seen).toEqual([['Line 1'], ['Line 1', 'Line 2']]));
    stop.abort();
    await reading;
  });

  it('reports since when the station is unreachable', async () => {
    const wire = new Wire();
    const { link, states } = openLink(wire);
    await link.client.info.get({});
    wire.cut();
    await untilHolds(() => expect(states.map(({ kind }) => kind)).toEqual(['connecting', 'open', 'lost', 'open']));
    expect(states[2]).toEqual({ kind: 'lost', since: 1_000 });
  });

  it('reports that the browser is not signed in, and opens once it is', async () => {
    const wire = new Wire();
    let isSignedIn = false;
    const open: typeof wire.open = async () => {
      if (!isSignedIn) throw new NotSignedIn('person');
      return wire.open();
    };
    const link = new StationLink({ open, ...CLOCKS, random: () => 0 });
    const states: LinkState['kind'][] = [];
    link.watchState(({ kind }) => states.push(kind));
    link.start();
    ends.push(() => link.close());

    await untilHolds(() => expect(states).toContain('signed-out'));
    isSignedIn = true;
    await untilHolds(() => expect(states.at(-1)).toBe('open'));
    expect([...new Set(states)]).toEqual(['connecting', 'signed-out', 'open']);
  });

  it('treats a station that stopped answering as unreachable', async () => {
    vi.useFakeTimers();
    const wire = new Wire();
    const deaf: typeof wire.open = async () => ({ ...(await wire.open()), send: () => {} });
    const link = new StationLink({ open: deaf, ...CLOCKS, random: () => 0 });
    const states: LinkState['kind'][] = [];
    link.watchState(({ kind }) => states.push(kind));
    link.start();
    ends.push(() => link.close());

    await vi.advanceTimersByTimeAsync(16_000);
    expect(states).toEqual(['connecting', 'lost']);
  });
});
