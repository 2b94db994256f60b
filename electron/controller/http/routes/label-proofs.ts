import { labelProofAcceptanceSchema, labelProofsQuerySchema, labelProofsSchema } from '#contract/api-v3/label-proof.ts';
import type { Controller } from '#controller/controller.ts';
import { sendProvedDifference } from '../answer/picture.ts';
import type { Door } from '../door-types.ts';
import { content, empty, json, namedSchema, operation, pngSchema } from '../openapi/operation.ts';
import { authorOf } from './author.ts';

const TAG = 'labels';

/** What an update made of the labels, and a person's word that it is well so. */
export function labelProofRoutes(door: Door, controller: Controller): void {
  const about = {
    summary: 'Read how labels are drawn since an update',
    scope: 'read',
    description:
      'After an update of the controller every label is drawn again in the background, with the values that it was drawn with before, and its ' +
      'tests are run. A label that was not drawn again is not told of.',
    isExtension: true,
  } as const;
  door.get(
    '/labelProofs',
    {
      schema: operation(TAG, about, {
        querystring: labelProofsQuerySchema,
        response: { 200: json('What came of it.', labelProofsSchema) },
      }),
    },
    async (request) => controller.labelProofs.read({ isOpenOnly: request.query.open === 'true' }),
  );
  differenceRoute(door, controller);
  acceptanceRoute(door, controller);
}

function differenceRoute(door: Door, controller: Controller): void {
  const about = {
    summary: 'Picture of what an update changed in a label',
    scope: 'read',
    description: 'Grey is in both drawings, orange only in the one from before the update, blue only in the one of now.',
    isExtension: true,
  } as const;
  const response = { 200: content('The two pictures, one over the other.', 'image/png', pngSchema) };
  door.get('/labelProofs/:name/difference', { schema: operation(TAG, about, { params: namedSchema, response }) }, async (request, reply) =>
    sendProvedDifference(reply, await controller.labelProofs.pictures(request.params.name)),
  );
}

function acceptanceRoute(door: Door, controller: Controller): void {
  const about = {
    summary: 'Accept how labels are drawn since an update',
    scope: 'edit',
    description:
      'All that are named, or none. A label that was drawn once more since answers `changed-meanwhile`. The header `strobe-author`, ' +
      'percent-encoded, says who. A label whose test fails stays refused at its selection.',
    isExtension: true,
  } as const;
  door.post(
    '/labelProofs/acceptance',
    { schema: operation(TAG, about, { body: labelProofAcceptanceSchema, response: { 204: empty('Accepted.') } }) },
    async (request, reply) => {
      await controller.labelProofs.accept(request.body, authorOf(request));
      return reply.code(204).send();
    },
  );
}
