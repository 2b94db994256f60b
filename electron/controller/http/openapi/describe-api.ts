import swagger from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { registerComponents } from './components.ts';
import { finishDocument } from './finish-document.ts';
import { serveReference } from './reference.ts';

const DESCRIPTION = `Labels, tables, variables, printers, counters, history and print control.

Operations, parameters, keys and representations marked \`x-extension\` are not part of the specification of the
interface. Names in a path are percent-encoded, including \`/\`, and are normalised to NFC. Lengths are millimetres. If a key of a JSON object
occurs twice, the last one counts; a \`__proto__\` key is refused. Every failure is a problem document (RFC 9457); the pointer of an input
error is a JSON pointer into the body, \`?name\` for a query parameter, \`{name}\` for a part of the path. An operation refuses query
parameters and keys that it does not know, and names them. Labels keep unknown keys. The query parameter \`v\` is ignored everywhere: change
it to make a browser fetch a picture again.

Every read has a strong \`ETag\`. Every POST accepts an \`Idempotency-Key\`: a repeat within a day gets the first response, even if the
controller was killed in between; a repeated trigger gets its print. A request that failed is executed again.

A controller that only its own computer can reach needs no key. Otherwise a request sends \`Authorization: Bearer\` with a key that has the scope
of the operation, \`x-scope\`; \`none\` needs no key. No scope includes another. A key may be limited to printers: requests then name one of them where an
operation has a printer, \`x-printer\`. \`/audit\` lists every change, print and maintenance operation, recorded before it takes effect.`;

const TAGS = [
  'labels',
  'tables',
  'variables',
  'counters',
  'shiftCodes',
  'fonts',
  'printers',
  'printing',
  'history',
  'prints',
  'readers',
  'service',
];

/** Builds the OpenAPI document from the schemas of all routes registered afterwards, and serves it with a browsable reference. */
export async function describeApi(app: FastifyApp): Promise<void> {
  registerComponents();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Printer control interface', version: '3', description: DESCRIPTION },
      tags: TAGS.map((name) => ({ name })),
      components: {
        securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'Create one with `npm run controller -- keys add`.' } },
      },
      security: [{ key: [] }, {}],
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => finishDocument(jsonSchemaTransformObject(document)),
  });
  await serveReference(app);
}
