import {
  addedColumnSchema,
  addedRowsSchema,
  cellEditsSchema,
  columnRenamingSchema,
  columnToDeleteSchema,
  deletedColumnSchema,
  deletedRowsSchema,
  newColumnSchema,
  newRowsSchema,
  rowSharingSchema,
  rowsToDeleteSchema,
} from '#contract/api-v3/table.ts';
import { problemSchema } from '#contract/problem-schema.ts';
import type { Controller } from '#controller/controller.ts';
import { conditionOf, jsonTags } from '../answer/etags.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { content, empty, json, namedSchema, operation } from '#http/openapi/operation.ts';
import { tableCondition } from './tables.ts';

const TAG = 'tables';
const GUARDS = 'rowsVersion prevents that a number means another row than when the rows were read.';
const IN_USE = 'Refused with 409 in-use while a job, which the problem names, ';

const CHANGED = {
  412: content(
    '`changed-meanwhile`: a cell or the rows have changed since they were read. Nothing was changed.',
    'application/problem+json',
    problemSchema,
  ),
};

/** Routes that change cells, add and delete rows and columns, and rename columns. */
export function tableEditRoutes(app: FastifyApp, controller: Controller): void {
  cellRoute(app, controller);
  rowRoutes(app, controller);
  columnRoutes(app, controller);
  columnRenamingRoute(app, controller);
  rowSharingRoutes(app, controller);
}

function cellRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Change cells',
    scope: 'edit',
    description: 'Changes all of the cells or none. was and rowsVersion prevent overwriting a change made since the cells were read.',
    isExtension: true,
  } as const;
  app.post(
    '/tables/:name/cells',
    { schema: operation(TAG, about, { params: namedSchema, body: cellEditsSchema, response: { 204: empty('Changed.'), ...CHANGED } }) },
    async (request, reply) => {
      const { name } = request.params;
      await controller.tables.editCells(name, request.body, tableCondition(controller, request, name));
      return reply.code(204).send();
    },
  );
}

function rowRoutes(app: FastifyApp, controller: Controller): void {
  const adding = {
    summary: 'Add rows',
    scope: 'edit',
    description: `Adds rows before the row at, or at the end. ${GUARDS} ${IN_USE}prints a range of rows by their numbers that ends after at; rows at the end are never refused.`,
    isExtension: true,
  } as const;
  app.post(
    '/tables/:name/rows',
    {
      schema: operation(TAG, adding, {
        params: namedSchema,
        body: newRowsSchema,
        response: { 200: json('The number of the first added row.', addedRowsSchema), ...CHANGED },
      }),
    },
    async (request) => {
      const { name } = request.params;
      const condition = tableCondition(controller, request, name);
      return controller.tableEditing.addRows(name, request.body, { condition, idempotency: request.idempotency });
    },
  );
  const deleting = {
    summary: 'Delete rows',
    scope: 'edit',
    description: `Deletes count rows from the row with this number, from 0. ${GUARDS} ${IN_USE}has the key of one of them, or prints a range of rows by their numbers that ends after the first of them.`,
    isExtension: true,
  } as const;
  app.delete(
    '/tables/:name/rows',
    {
      schema: operation(TAG, deleting, {
        params: namedSchema,
        querystring: rowsToDeleteSchema,
        response: { 200: json('The deleted rows.', deletedRowsSchema), ...CHANGED },
      }),
    },
    async (request) => {
      const { name } = request.params;
      return controller.tableEditing.deleteRows(name, request.query, { condition: tableCondition(controller, request, name) });
    },
  );
}

function columnRoutes(app: FastifyApp, controller: Controller): void {
  const adding = {
    summary: 'Add a column',
    scope: 'edit',
    description: `Adds a column before the column with the number at, or as the last one, with empty cells or those of the request. ${GUARDS}`,
    isExtension: true,
  } as const;
  app.post(
    '/tables/:name/columns',
    {
      schema: operation(TAG, adding, {
        params: namedSchema,
        body: newColumnSchema,
        response: { 200: json('The column was added.', addedColumnSchema), ...CHANGED },
      }),
    },
    async (request) => {
      const { name } = request.params;
      const condition = tableCondition(controller, request, name);
      return controller.tableEditing.addColumn(name, request.body, { condition, idempotency: request.idempotency });
    },
  );
  const deleting = {
    summary: 'Delete a column',
    scope: 'edit',
    description: `Deletes a column with its cells. ${IN_USE}or one of its labels uses the column. ${GUARDS}`,
    isExtension: true,
  } as const;
  app.delete(
    '/tables/:name/columns',
    {
      schema: operation(TAG, deleting, {
        params: namedSchema,
        querystring: columnToDeleteSchema,
        response: {
          200: json('The place of the column, and its cells if the table has at most 10 000 rows.', deletedColumnSchema),
          ...CHANGED,
        },
      }),
    },
    async (request) => {
      const { name } = request.params;
      return controller.tableEditing.deleteColumn(name, request.query, { condition: tableCondition(controller, request, name) });
    },
  );
}

function columnRenamingRoute(app: FastifyApp, controller: Controller): void {
  const about = {
    summary: 'Rename a column',
    scope: 'edit',
    description: `${IN_USE}or one of its labels uses the column, and when the new name is taken.`,
    isExtension: true,
  } as const;
  app.post(
    '/tables/:name/columns/rename',
    { schema: operation(TAG, about, { params: namedSchema, body: columnRenamingSchema, response: { 204: empty('Renamed.') } }) },
    async (request, reply) => {
      const { name } = request.params;
      const condition = tableCondition(controller, request, name);
      await controller.tableEditing.renameColumn(name, request.body, { condition, idempotency: request.idempotency });
      return reply.code(204).send();
    },
  );
}

function rowSharingRoutes(app: FastifyApp, controller: Controller): void {
  const reading = {
    summary: 'Read how much of the shared rows is printed',
    scope: 'read',
    description: 'Of all print jobs with rowAllocation shared over a table, each row and copy is printed by exactly one.',
    isExtension: true,
  } as const;
  app.get(
    '/tables/:name/rowSharing',
    { schema: operation(TAG, reading, { params: namedSchema, response: { 200: json('The shared rows.', rowSharingSchema) } }) },
    async (request) => controller.rowSharing.describe(request.params.name),
  );
  const releasing = {
    summary: 'Release the shared rows',
    scope: 'edit',
    description: `Forgets which rows are printed: the next jobs that share them print all of them again. ${IN_USE}shares the rows.`,
    isExtension: true,
  } as const;
  app.delete(
    '/tables/:name/rowSharing',
    { schema: operation(TAG, releasing, { params: namedSchema, response: { 204: empty('Released.') } }) },
    async (request, reply) => {
      const { name } = request.params;
      const condition = conditionOf(request, async (trx) => jsonTags(await controller.rowSharing.describe(name, trx)));
      await controller.rowSharing.release(name, condition);
      return reply.code(204).send();
    },
  );
}
