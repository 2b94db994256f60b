import { IDBFactory, forceCloseDatabase } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { IndexedDbTexts } from '#renderer/domain/browser/indexed-db-texts.ts';

let factory: IDBFactory;

beforeEach(() => {
  factory = new IDBFactory();
});

function open(): IndexedDbTexts {
  return new IndexedDbTexts(() => factory);
}

/** The durability that each transaction requested, in order. */
function durabilities(database: IDBFactory): string[] {
  const asked: string[] = [];
  const openAsBefore = database.open.bind(database);
  database.open = (name, version) => {
    const request = openAsBefore(name, version);
    request.addEventListener('success', () => {
      const begin = request.result.transaction.bind(request.result);
      request.result.transaction = (stores, mode, options) => {
        asked.push(`${mode} ${options?.durability}`);
        return begin(stores, mode, options);
      };
    });
    return request;
  };
  return asked;
}

describe('texts in IndexedDB', () => {
  it('can be read by the next instance until they are removed', async () => {
    const texts = open();
    await texts.write('a', 'first');
    texts.close();
    const later = open();
    expect(await later.read('a')).toBe('first');
    await later.remove('a');
    expect(await later.read('a')).toBeUndefined();
    expect(await later.read('never')).toBeUndefined();
  });

  it('are on disk before a write resolves', async () => {
    const asked = durabilities(factory);
    await open().write('a', 'text');
    expect(asked).toEqual(['readwrite strict']);
  });

  it('are read and written in the order of the calls, also before the database is open', async () => {
    const texts = open();
    const all = [texts.write('a', '1'), texts.remove('a'), texts.write('a', '2'), texts.read('a'), texts.write('a', '3'), texts.read('a')];
    expect(await Promise.all(all)).toEqual([undefined, undefined, undefined, '2', undefined, '3']);
  });

  it('are written even if the database is closed right after the call', async () => {
    const texts = open();
    void texts.write('a', 'the last one');
    texts.close();
    expect(await open().read('a')).toBe('the last one');
  });

  it('can be written again after the browser has closed the database', async () => {
    const texts = open();
    const databases: IDBDatabase[] = [];
    const openAsBefore = factory.open.bind(factory);
    factory.open = (name, version) => {
      const request = openAsBefore(name, version);
      request.addEventListener('success', () => databases.push(request.result));
      return request;
    };
    await texts.write('a', 'before');
    for (const database of databases) forceCloseDatabase(database as never);
    await new Promise(setImmediate);
    expect(await texts.read('a')).toBe('before');
    expect(databases).toHaveLength(2);
  });

  it('are rejected with the reason when the browser has no space, and can be tried again', async () => {
    const texts = open();
    const openAsBefore = factory.open.bind(factory);
    factory.open = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    await expect(texts.write('a', 'lost')).rejects.toThrow('blocked');
    factory.open = openAsBefore;
    await texts.write('a', 'kept');
    expect(await texts.read('a')).toBe('kept');
  });

  it('are rejected, without a synchronous throw, in a browser that blocks access to its databases', async () => {
    const texts = new IndexedDbTexts(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    await expect(texts.read('a')).rejects.toThrow('blocked');
    await expect(texts.write('a', 'lost')).rejects.toThrow('blocked');
  });
});
