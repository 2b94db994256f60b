import swagger from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Door } from '../door-types.ts';
import { registerComponents } from './components.ts';
import { finishDocument } from './finish-document.ts';
import { serveReference } from './reference.ts';

const DESCRIPTION = `Labels, tables, variables, printers, counters, history and print control.

What is marked \`x-extension\`, be it an operation, a parameter, a key or a form of a document, stands beside the specification of the
interface. Names in a path are percent-encoded, \`/\` too, and are normalised to NFC. Lengths are millimetres. Where a key of a JSON object
stands twice, the last one counts; a \`__proto__\` key is refused. Every failure is a problem document (RFC 9457); the pointer of an input
error is a JSON pointer into the body, \`?name\` for a query parameter, \`{name}\` for a part of the path. Query parameters and keys that an
operation does not know are refused by name; a label keeps its unknown keys, and \`v\` in a query means nothing: a browser fetches a picture
again with another one.

Whatever is read has a strong \`ETag\`. Any POST takes an \`Idempotency-Key\`: a repeat within a day gets the first answer, also after the
controller was killed; a trigger is answered by its print. What failed is judged anew.

A controller that only its own machine can reach needs no key. Anywhere else a request has \`Authorization: Bearer\` with a key that has the scope
of the operation, \`x-scope\`; \`none\` needs no key. No scope holds another. A key may be limited to printers: it has to name one of them where an
operation has a printer, \`x-printer\`. What a key changed, printed or looked after is in \`/audit\`, which is written before it happens.`;

const TAGS = ['labels', 'tables', 'variables', 'counters', 'shiftCodes', 'fonts', 'printers', 'printing', 'history', 'prints', 'service'];

/** Makes the OpenAPI document from the schemas of all routes registered after it, and serves it with a browsable reference. */
export async function describeDoor(door: Door): Promise<void> {
  registerComponents();
  await door.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Printer control interface', version: '3', description: DESCRIPTION },
      tags: TAGS.map((name) => ({ name })),
      components: {
        securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'Made with `npm run controller -- keys add`.' } },
      },
      security: [{ key: [] }, {}],
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => finishDocument(jsonSchemaTransformObject(document)),
  });
  await serveReference(door);
}
