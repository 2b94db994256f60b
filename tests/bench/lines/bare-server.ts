import { fastify } from 'fastify';

/** A server that answers every post with a short text and does nothing, in a process of its own. Sends its address to the parent. */
const server = fastify();
server.post('/trigger', async (_, reply) => reply.code(202).send({ result: 'printing' }));
process.send?.(await server.listen({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', () => process.exit(0));
