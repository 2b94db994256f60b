import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fastify } from 'fastify';

/**
 * A server that does nothing else, in a process of its own. `/post` answers with a short text; `/durable-post` first commits one row to a database,
 * synced to the disk like the controller's. Sends its address to the parent.
 */
const folder = mkdtempSync(join(tmpdir(), 'strobe-bare-'));
const database = new DatabaseSync(join(folder, 'bare.sqlite'));
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE posts (id INTEGER PRIMARY KEY, line TEXT)');
const insert = database.prepare('INSERT INTO posts (line) VALUES (?)');

const server = fastify();
server.post('/post', async (_, reply) => reply.code(202).send({ result: 'printing' }));
server.post('/durable-post', async (_, reply) => {
  insert.run('Line 1');
  return reply.code(202).send({ result: 'printing' });
});
process.send?.(await server.listen({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', () => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
