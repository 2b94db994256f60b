import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { FONT_MEDIA_TYPES, fontFaceQuerySchema, fontListItemSchema, fontSampleQuerySchema } from '#contract/api-v3/font.ts';
import { nameSchema, newNameSchema } from '#contract/api-v3/name.ts';
import { ProblemError } from '#contract/problem.ts';
import type { Scope } from '#contract/api-v3/scope.ts';
import type { Controller } from '#controller/controller.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import { conditionOf, etagOf, hasCurrentTag } from '../answer/etags.ts';
import { sendBytes } from '../answer/memory-file.ts';
import { sendPicture } from '../answer/send-picture.ts';
import { acceptFonts, FontBody } from '#http/body/body-parsers.ts';
import type { BodyCharges } from '#http/body/charge-bodies.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { content, empty, json, operation, pngSchema, putAnswers } from '#http/openapi/operation.ts';

const TAG = 'fonts';
const about = (summary: string, scope: Scope) => ({ summary, scope, isExtension: true });

const fontNameSchema = z.object({
  family: nameSchema.describe('The name of the family in labels.'),
  style: nameSchema.describe('Regular, Bold, Italic, Bold Italic, or another.'),
});

/** The name of a font to install. */
const newFontNameSchema = fontNameSchema.extend({
  family: newNameSchema.describe('The name of the family in labels.'),
  style: newNameSchema.describe('Regular, Bold, Italic, Bold Italic, or another.'),
});

/** Routes of the fonts that labels can use: list, read, install, remove, and a sample of each. */
export function fontRoutes(app: FastifyApp, controller: Controller, charges: BodyCharges): void {
  const list = json('All fonts, the bundled ones first.', z.array(fontListItemSchema));
  app.get('/fonts', { schema: operation(TAG, about('List all fonts', 'read'), { response: { 200: list } }) }, async () =>
    controller.fonts.list(),
  );
  const file = content('The font file.', FONT_MEDIA_TYPES[0], z.string().meta({ contentEncoding: 'binary' }));
  app.get(
    '/fonts/:family/:style',
    { schema: operation(TAG, about('Read a font file', 'read'), { params: fontNameSchema, response: { 200: file } }) },
    (request, reply) => {
      const bytes = controller.fonts.file(request.params);
      void reply.header('etag', tagOf(bytes));
      if (hasCurrentTag(request, reply)) return reply.code(304).send();
      return sendBytes(reply.type(FONT_MEDIA_TYPES[0]), bytes);
    },
  );
  sampleRoute(app, controller);
  void app.register((scope, _options, done) => {
    const fontScope = scope.withTypeProvider<ZodTypeProvider>();
    acceptFonts(fontScope, charges);
    putRoute(fontScope, controller);
    done();
  });
  app.delete(
    '/fonts/:family/:style',
    { schema: operation(TAG, about('Remove a font', 'edit'), { params: fontNameSchema, response: { 204: empty('Removed.') } }) },
    async (request, reply) => {
      await controller.removal.font(request.params, fontCondition(controller, request, request.params));
      controller.labelAcceptance.wake();
      return reply.code(204).send();
    },
  );
}

function sampleRoute(app: FastifyApp, controller: Controller): void {
  const response = {
    200: content('A line of text, drawn like on a label.', 'image/png', pngSchema),
  };
  app.get(
    '/fonts/:family/:style/sample',
    {
      schema: operation(TAG, about('Picture of a text in a font', 'read'), {
        params: fontNameSchema,
        querystring: fontSampleQuerySchema,
        response,
      }),
    },
    async (request, reply) => sendPicture(reply, await controller.fontSample(request.params, request.query.text)),
  );
}

function putRoute(scope: FastifyApp, controller: Controller): void {
  const described = {
    ...about('Install or replace a font', 'edit'),
    description:
      'A font that a selected or queued job uses is not replaced, nor is a bundled one. The file is inspected first; one that ' +
      'is damaged, or takes too much time or memory, is refused. Of a collection (.ttc, .otc) one font is installed. All installed fonts ' +
      'together may take 128 MB.',
  };
  scope.put(
    '/fonts/:family/:style',
    { schema: operation(TAG, described, { params: newFontNameSchema, querystring: fontFaceQuerySchema, response: putAnswers }) },
    async (request, reply) => {
      const body: unknown = request.body;
      if (!(body instanceof FontBody)) throw notAFont();
      const condition = fontCondition(controller, request, request.params);
      const result = await controller.removal.putFont(request.params, { bytes: body.bytes, face: request.query.face }, condition);
      controller.labelAcceptance.wake();
      return reply.code(result === 'created' ? 201 : 204).send();
    },
  );
}

function fontCondition(controller: Controller, request: FastifyRequest, font: z.output<typeof fontNameSchema>): WriteCondition | undefined {
  return conditionOf(request, async () => [tagOf(controller.fonts.file(font))]);
}

/** Fonts are large and stay in memory, so each is hashed once. */
const tags = new WeakMap<Uint8Array, string>();
function tagOf(bytes: Uint8Array): string {
  const tag = tags.get(bytes) ?? etagOf(bytes);
  tags.set(bytes, tag);
  return tag;
}

function notAFont(): ProblemError {
  return new ProblemError('unsupported-media-type', { detail: `A font must be sent as ${FONT_MEDIA_TYPES.join(', ')}.` });
}
