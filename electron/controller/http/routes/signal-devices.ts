import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { nameSchema } from '#contract/api-v3/name.ts';
import {
  forcingSchema,
  signalDeviceListSchema,
  signalDeviceSchema,
  signalsSchema,
  signalTestSchema,
  virtualInputSchema,
} from '#contract/api-v3/signal-device.ts';
import { wholeNumberIn } from '#contract/api-v3/whole-number.ts';
import type { Controller } from '#controller/controller.ts';
import type { WriteCondition } from '#storage/database/write-condition.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { empty, json, namedSchema, newNamedSchema, operation, putAnswers } from '#http/openapi/operation.ts';

const TAG = 'signalDevices';
const isExtension = true;
const channelSchema = z.object({ name: nameSchema, channel: wholeNumberIn({ least: 0 }) });

/** Routes of the devices with inputs and outputs of the line: list, read, put, delete, test, live view, force, and set a virtual input. */
export function signalDeviceRoutes(app: FastifyApp, controller: Controller): void {
  readRoutes(app, controller);
  writeRoutes(app, controller);
  testRoute(app, controller);
  forceRoutes(app, controller);
  inputRoute(app, controller);
}

function readRoutes(app: FastifyApp, { signalDevices }: Controller): void {
  app.get(
    '/signalDevices',
    {
      schema: operation(
        TAG,
        { summary: 'List the signal devices', scope: 'read', isExtension },
        { response: { 200: json('All devices, and whether they answer.', signalDeviceListSchema) } },
      ),
    },
    async () => signalDevices.list(),
  );
  app.get(
    '/signalDevices/:name',
    {
      schema: operation(
        TAG,
        { summary: 'Read a signal device', scope: 'read', isExtension },
        { params: namedSchema, response: { 200: json('The device.', signalDeviceSchema) } },
      ),
    },
    async (request) => signalDevices.get(request.params.name),
  );
  app.get(
    '/signalDevices/:name/signals',
    {
      schema: operation(
        TAG,
        { summary: 'Read all inputs and outputs of a signal device', scope: 'read', isExtension },
        { params: namedSchema, response: { 200: json('The present state.', signalsSchema) } },
      ),
    },
    async (request) => signalDevices.signals(request.params.name),
  );
}

function writeRoutes(app: FastifyApp, controller: Controller): void {
  const { signalDevices } = controller;
  const about = {
    summary: 'Add a signal device or replace its configuration',
    scope: 'admin',
    description:
      'Fields that are left out get their defaults. The outputs are set to their safe states, and the device is connected again. No output is a safety function.',
    isExtension,
  } as const;
  app.put(
    '/signalDevices/:name',
    { schema: operation(TAG, about, { params: newNamedSchema, body: signalDeviceSchema, response: putAnswers }) },
    async (request, reply) => {
      const { name } = request.params;
      const result = await signalDevices.put(name, request.body, conditionOn(controller, request, name));
      return reply.code(result === 'created' ? 201 : 204).send();
    },
  );
  app.delete(
    '/signalDevices/:name',
    {
      schema: operation(
        TAG,
        { summary: 'Delete a signal device', scope: 'admin', isExtension },
        { params: namedSchema, response: { 204: empty('Its outputs have their safe states, and it is deleted.') } },
      ),
    },
    async (request, reply) => {
      const { name } = request.params;
      await signalDevices.remove(name, conditionOn(controller, request, name));
      return reply.code(204).send();
    },
  );
}

function testRoute(app: FastifyApp, { signalDevices }: Controller): void {
  app.post(
    '/signalDevices/test',
    {
      schema: operation(
        TAG,
        {
          summary: 'Test a signal device that is not stored',
          scope: 'admin',
          description: 'Reads it once. Switches nothing.',
          isExtension,
        },
        { body: signalDeviceSchema, response: { 200: json('What the device said.', signalTestSchema) } },
      ),
    },
    async (request) => signalDevices.test(request.body),
  );
}

function forceRoutes(app: FastifyApp, { signalDevices }: Controller): void {
  const about = {
    summary: 'Force an output for a test',
    scope: 'admin',
    description: 'Machines may move. The output follows its condition again after `forMs`.',
    isExtension,
  } as const;
  const path = '/signalDevices/:name/outputs/:channel/force';
  app.post(
    path,
    { schema: operation(TAG, about, { params: channelSchema, body: forcingSchema, response: { 204: empty('It is forced.') } }) },
    async (request, reply) => {
      signalDevices.force(request.params.name, request.params.channel, request.body);
      return reply.code(204).send();
    },
  );
  app.delete(
    path,
    {
      schema: operation(
        TAG,
        { summary: 'End the forcing of an output', scope: 'admin', isExtension },
        { params: channelSchema, response: { 204: empty('It follows its condition.') } },
      ),
    },
    async (request, reply) => {
      signalDevices.release(request.params.name, request.params.channel);
      return reply.code(204).send();
    },
  );
}

function inputRoute(app: FastifyApp, { signalDevices }: Controller): void {
  const about = {
    summary: 'Set an input of a virtual device',
    scope: 'print',
    description: 'For training. Responds `faults-missing` for a device that is not virtual.',
    isExtension,
  } as const;
  app.post(
    '/signalDevices/:name/inputs/:channel/set',
    { schema: operation(TAG, about, { params: channelSchema, body: virtualInputSchema, response: { 204: empty('It is set.') } }) },
    async (request, reply) => {
      signalDevices.setInput(request.params.name, request.params.channel, request.body);
      return reply.code(204).send();
    },
  );
}

function conditionOn(controller: Controller, request: FastifyRequest, name: string): WriteCondition | undefined {
  return conditionOf(request, async (trx) => jsonTags(await controller.signalDevices.get(name, trx)));
}
