import { z } from 'zod';
import {
  installedSystemFontSchema,
  systemFontInstallationSchema,
  systemFontSchema,
  systemFontsQuerySchema,
} from '#contract/api-v3/system-font.ts';
import type { Controller } from '#controller/controller.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { json, operation, type About } from '#http/openapi/operation.ts';

const TAG = 'fonts';

/** Routes of the fonts of the controller's computer: list, and install one on the controller. */
export function systemFontRoutes(app: FastifyApp, controller: Controller): void {
  const listed: About = {
    ...{ summary: "List the fonts of the controller's computer", scope: 'read', isExtension: true },
    description: 'Labels cannot use them until they are installed on the controller: then their files no longer change unnoticed.',
  };
  const response = { 200: json('The fonts by family and style.', z.array(systemFontSchema)) };
  app.get('/systemFonts', { schema: operation(TAG, listed, { querystring: systemFontsQuerySchema, response }) }, async (request) =>
    controller.systemFonts.list(request.query.characters),
  );
  const described: About = {
    ...{ summary: "Install a font of the controller's computer", scope: 'edit', isExtension: true },
    description:
      'Copies the font, of a collection only this one, and inspects it like an uploaded one. Another font that is installed under the same ' +
      'name is not replaced.',
  };
  app.post(
    '/systemFonts/:id/install',
    {
      schema: operation(TAG, described, {
        params: z.object({ id: z.string().max(64).describe('The id in the list.') }),
        body: systemFontInstallationSchema.default({}),
        response: {
          200: json('The font was installed already.', installedSystemFontSchema),
          201: json('Installed.', installedSystemFontSchema),
        },
      }),
    },
    async (request, reply) => {
      const { font, bytes } = await controller.systemFonts.read(request.params.id);
      const { family = font.family, style = font.style } = request.body;
      const { outcome, hash } = await controller.removal.addFont({ family, style }, bytes);
      controller.labelAcceptance.wake();
      return reply.code(outcome === 'created' ? 201 : 200).send({ family, style, hash });
    },
  );
}
