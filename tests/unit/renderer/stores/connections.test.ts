import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useConnectionsStore } from '#renderer/stores/connections.ts';
import { aConnection } from '#support/fleet.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

let rig: PageRig;

beforeEach(async () => {
  rig = await openPageRig({}, [aConnection(), aConnection({ id: 'c2', name: 'Hall 2', embedded: false })]);
});

afterEach(() => {
  rig.end();
});

const names = () => useConnectionsStore().list.map(({ name }) => name);

describe('the embedded controller', () => {
  it('has a name in the current language of the page', () => {
    const connections = useConnectionsStore();
    connections.nameOwn('Dieser Rechner');
    expect(names()).toEqual(['Dieser Rechner', 'Hall 2']);
    connections.nameOwn('本机');
    expect(names()).toEqual(['本机', 'Hall 2']);
    expect(connections.findConnection('c1')?.name).toBe('本机');
  });

  it('keeps the name that an operator gave it', () => {
    const connections = useConnectionsStore();
    connections.nameOwn('Dieser Rechner');
    connections.apply({ type: 'changed', connection: aConnection({ name: 'Packing' }) });
    expect(names()).toEqual(['Packing', 'Hall 2']);
  });
});
