import { acceptedComparisonsSchema, labelAcceptanceQuerySchema, labelAcceptanceSchema } from '#contract/api-v3/label-acceptance.ts';
import type { Controller } from '#controller/controller.ts';
import { sendComparedPictures } from '../answer/send-picture.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { content, empty, json, namedSchema, operation, pngSchema } from '#http/openapi/operation.ts';
import { authorOf } from './author.ts';

const TAG = 'labels';

/** Routes of the comparison of labels after an update: read the results, show a difference, accept drawings. */
export function labelAcceptanceRoutes(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Read how labels are drawn since an update',
    scope: 'read',
    description:
      'After an update of the controller every label is drawn again in the background, with the values that it was drawn with before, and its ' +
      'tests are run. A label that was not drawn yet is not listed.',
    isExtension: true,
  } as const;
  app.get(
    '/labelAcceptance',
    {
      schema: operation(TAG, about, {
        querystring: labelAcceptanceQuerySchema,
        response: { 200: json('The results.', labelAcceptanceSchema) },
      }),
    },
    async (request) => controller.labelAcceptance.read({ isOpenOnly: request.query.open === 'true' }),
  );
  differenceRoute(app, controller);
  acceptanceRoute(app, controller);
}

function differenceRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Picture of what an update changed in a label',
    scope: 'read',
    description: 'Grey is in both drawings, orange only in the accepted one, blue only in the current one.',
    isExtension: true,
  } as const;
  const response = { 200: content('The two pictures, one over the other.', 'image/png', pngSchema) };
  app.get(
    '/labelAcceptance/:name/difference',
    { schema: operation(TAG, about, { params: namedSchema, response }) },
    async (request, reply) => sendComparedPictures(reply, await controller.labelAcceptance.pictures(request.params.name)),
  );
}

function acceptanceRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Accept how labels are drawn since an update',
    scope: 'edit',
    description:
      'Accepts all named labels or none. If one was drawn again since, the response is `changed-meanwhile`. The header `strobe-author`, ' +
      'percent-encoded, names the person. A label whose test fails can still not be selected.',
    isExtension: true,
  } as const;
  app.post(
    '/labelAcceptance/accept',
    { schema: operation(TAG, about, { body: acceptedComparisonsSchema, response: { 204: empty('Accepted.') } }) },
    async (request, reply) => {
      await controller.labelAcceptance.accept(request.body, authorOf(request));
      return reply.code(204).send();
    },
  );
}
