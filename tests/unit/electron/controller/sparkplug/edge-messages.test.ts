import { get } from 'sparkplug-payload';
import { describe, expect, it } from 'vitest';
import { EdgeMessages, nextBdSeq, type EdgeMessage, type Reading } from '#controller/sparkplug/edge-messages.ts';
import { NO_RECORDS } from '#controller/sparkplug/print-records.ts';

const NOW = 1_700_000_000_000;
const IDS = { groupId: 'Plant', nodeId: 'Cell 4' };
const decoder = get('spBv1.0');

function text(name: string, value: string): Reading {
  return { name, type: 'String', value };
}

/** As `sparkplug-payload` reads it. */
function read({ topic, payload }: EdgeMessage) {
  const decoded = decoder?.decodePayload(payload);
  const metrics = (decoded?.metrics ?? []).map(({ name, alias, value, timestamp }) => ({
    name,
    alias: alias === undefined || alias === null ? undefined : Number(alias),
    value: typeof value === 'object' && value !== null ? Number(value) : value,
    timestamp: Number(timestamp),
  }));
  return { topic, seq: decoded?.seq === undefined ? undefined : Number(decoded.seq), timestamp: Number(decoded?.timestamp), metrics };
}

function born(): EdgeMessages {
  const messages = new EdgeMessages(IDS);
  messages.begin(7);
  messages.births([text('Node/Clock', 'ok')], [{ printer: 'Line 1', readings: [text('Printer/State', 'STARTED')] }], NOW);
  return messages;
}

describe('the messages of an edge node', () => {
  it('begin with the birth of the node as number 0, then that of each printer (tck-id-message-flow-device-birth-publish-nbirth-wait)', () => {
    const messages = new EdgeMessages(IDS);
    messages.begin(7);
    const births = messages.births(
      [text('Node/Clock', 'ok')],
      [
        { printer: 'A', readings: [] },
        { printer: 'B', readings: [] },
      ],
      NOW,
    );
    expect(births.map(read).map(({ topic, seq }) => [topic, seq])).toEqual([
      ['spBv1.0/Plant/NBIRTH/Cell 4', 0],
      ['spBv1.0/Plant/DBIRTH/Cell 4/A', 1],
      ['spBv1.0/Plant/DBIRTH/Cell 4/B', 2],
    ]);
    expect(births.map(({ qos }) => qos)).toEqual([0, 0, 0]);
  });

  it('have in the birth of the node bdSeq and the rebirth metric, without an alias (tck-id-operational-behavior-data-commands-rebirth-name-aliases)', () => {
    const messages = new EdgeMessages(IDS);
    messages.begin(7);
    const [birth] = messages.births([text('Node/Clock', 'ok')], [], NOW);
    expect(birth && read(birth)).toEqual({
      topic: 'spBv1.0/Plant/NBIRTH/Cell 4',
      seq: 0,
      timestamp: NOW,
      metrics: [
        { name: 'bdSeq', alias: undefined, value: 7, timestamp: NOW },
        { name: 'Node Control/Rebirth', alias: undefined, value: false, timestamp: NOW },
        { name: 'Node/Clock', alias: 1, value: 'ok', timestamp: NOW },
      ],
    });
  });

  it('give every metric of node and printers an alias of its own (tck-id-payloads-alias-uniqueness)', () => {
    const messages = new EdgeMessages(IDS);
    messages.begin(0);
    const readings = [text('a', ''), text('b', '')];
    const births = messages.births(
      readings,
      [
        { printer: 'A', readings },
        { printer: 'B', readings },
      ],
      NOW,
    );
    const aliases = births.flatMap((birth) => read(birth).metrics.flatMap(({ alias }) => alias ?? []));
    expect([aliases.length, new Set(aliases).size]).toEqual([6, 6]);
  });

  it('have the number of the connection in the death, and no sequence number (tck-id-topics-ndeath-seq)', () => {
    const messages = new EdgeMessages(IDS);
    messages.begin(7);
    const death = messages.death(NOW);
    expect(death.qos).toBe(1);
    expect(read(death)).toEqual({
      topic: 'spBv1.0/Plant/NDEATH/Cell 4',
      seq: undefined,
      timestamp: NOW,
      metrics: [{ name: 'bdSeq', alias: undefined, value: 7, timestamp: NOW }],
    });
  });

  it('have in data only what has changed, with the alias only (tck-id-payloads-alias-data-cmd-requirement)', () => {
    const messages = born();
    const same = { printer: 'Line 1', readings: [text('Printer/State', 'STARTED')] };
    expect(messages.deviceData(same, NOW)).toBeUndefined();
    const data = messages.deviceData({ printer: 'Line 1', readings: [text('Printer/State', 'ERROR')] }, NOW + 5);
    expect(data && read(data)).toEqual({
      topic: 'spBv1.0/Plant/DDATA/Cell 4/Line 1',
      seq: 2,
      timestamp: NOW + 5,
      metrics: [{ name: undefined, alias: 2, value: 'ERROR', timestamp: NOW + 5 }],
    });
    expect(messages.nodeData([text('Node/Clock', 'ok')], NOW)).toBeUndefined();
    const node = messages.nodeData([text('Node/Clock', 'stepped')], NOW);
    expect(node && read(node)).toMatchObject({ topic: 'spBv1.0/Plant/NDATA/Cell 4', seq: 3, metrics: [{ alias: 1, value: 'stepped' }] });
  });

  it('are numbered on and on, and after 255 comes 0 (tck-id-payloads-sequence-num-incrementing)', () => {
    const messages = born();
    const numbers = Array.from({ length: 256 }, (_, at) => messages.deviceDeath(`P${at}`, NOW)).map((message) => read(message).seq);
    expect(numbers.slice(0, 3)).toEqual([2, 3, 4]);
    expect(numbers.slice(-4)).toEqual([254, 255, 0, 1]);
  });

  it('bear a printer again that has other metrics than at its birth', () => {
    const messages = born();
    const more = { printer: 'Line 1', readings: [text('Printer/State', 'STARTED'), text('Ink/1/Level', 'LOW')] };
    const birth = messages.deviceData(more, NOW);
    expect(birth && read(birth).topic).toBe('spBv1.0/Plant/DBIRTH/Cell 4/Line 1');
    expect(messages.deviceData(more, NOW)).toBeUndefined();
  });

  it('keep the number of the connection in a rebirth (tck-id-operational-behavior-data-commands-rebirth-action-3)', () => {
    const messages = born();
    const [birth] = messages.births([], [], NOW);
    expect(birth && read(birth)).toMatchObject({ seq: 0, metrics: [{ name: 'bdSeq', value: 7 }, {}] });
  });

  it('have no records of a printer that has no birth', () => {
    const records = { rows: NO_RECORDS, isHistorical: true, at: NOW };
    expect(born().printRecords('Line 2', records, NOW)).toBeUndefined();
  });

  it('encode what a topic must not contain in the name of a printer (tck-id-topic-structure-namespace-valid-device-id)', () => {
    const birth = born().deviceBirth({ printer: 'Line 1/2 #3+50%', readings: [] }, NOW);
    expect(birth.topic).toBe('spBv1.0/Plant/DBIRTH/Cell 4/Line 1%2F2 %233%2B50%25');
  });

  it('count connections from 0 to 255 and then from 0 (tck-id-topics-nbirth-bdseq-increment)', () => {
    expect([nextBdSeq(undefined), nextBdSeq(0), nextBdSeq(254), nextBdSeq(255)]).toEqual([0, 1, 255, 0]);
  });
});
