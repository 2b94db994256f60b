import { beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import { KeyRequirement } from '#station/embedded/key-requirement.ts';
import { until } from '#support/until.ts';

let isOnline: boolean;
let areKept: boolean;
let sent: unknown[];
let stored: { isDone: boolean } | undefined;
let refusal: Error | undefined;
let faults: unknown[];
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

beforeEach(() => {
  listeners.clear();
  [isOnline, areKept, sent, stored, refusal, faults] = [true, false, [], undefined, undefined, []];
});

async function open(): Promise<KeyRequirement> {
  const requirement = new KeyRequirement({
    people: {
      get areKept() {
        return areKept;
      },
      subscribe,
    },
    controllers: {
      isOnline: () => isOnline,
      change: async (connection, request) => {
        sent.push([connection, request.method, request.path, request.json]);
        if (refusal) throw refusal;
        return { status: 204, etag: undefined, value: undefined };
      },
    },
    connections: { subscribe },
    setting: { read: async () => stored, save: async (value) => void (stored = value) },
    report: (error) => faults.push(error),
  });
  await requirement.start();
  return requirement;
}

const changed = () => listeners.forEach((listener) => listener());
const REQUEST = ['embedded', 'PUT', '/api/v3/settings/access', { isKeyRequired: true }];

describe('the requirement of a key at the embedded controller', () => {
  it('is set once, when the first person is added', async () => {
    const requirement = await open();
    expect(sent).toEqual([]);
    areKept = true;
    changed();
    await until(
      async () => stored,
      (value) => value?.isDone === true,
    );
    changed();
    await requirement.stop();
    expect(sent).toEqual([REQUEST]);
  });

  it('waits for the controller, and is tried again after a refusal', async () => {
    [areKept, isOnline] = [true, false];
    const requirement = await open();
    expect(sent).toEqual([]);
    isOnline = true;
    refusal = new ProblemError('controller-unreachable');
    changed();
    await until(
      async () => sent.length,
      (count) => count === 1,
    );
    refusal = undefined;
    await until(
      async () => (changed(), stored),
      (value) => value?.isDone === true,
    );
    await requirement.stop();
    expect(faults).toEqual([]);
  });

  it('stays as a person has set it since', async () => {
    [areKept, stored] = [true, { isDone: true }];
    const requirement = await open();
    changed();
    await requirement.stop();
    expect(sent).toEqual([]);
  });
});
