import { labelChangeSchema } from '#contract/api-v3/label-change.ts';
import { approvalResultSchema, versionReviewSchema, type ApprovalDecision } from '#contract/api-v3/label-approval.ts';
import { labelVersionsPageSchema } from '#contract/api-v3/label-version.ts';
import { labelSummarySchema } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { documentSchema } from '#contract/station/document.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import { preconditionFor } from '../connections/current-content.ts';
import { authorHeaders } from '../connections/command-headers.ts';
import { currentCaller } from '../people/callers.ts';
import { anyLabelSchema } from '../connections/foreign-documents.ts';
import { readSummaries } from './read-summaries.ts';
import { requireExtensions } from './require-extensions.ts';
import { renamingOn } from './renaming.ts';
import { sendToPlant } from './send-to-plant.ts';
import type { StationModules } from '../modules/station-modules.ts';

/** Labels are passed on as JSON of any format, since other controllers' labels may have another one. */
const NEEDS_PERSON = 'A signature needs a person who is signed in. Add people to this station first.';

export function labelsOperations(modules: StationModules): StationHandlers['labels'] {
  const { controllers, author } = modules;
  return {
    list: async ({ connection }) => readSummaries(await controllers.read(connection, apiPath`/labels`, documentSchema), labelSummarySchema),
    get: ({ connection, name }) => controllers.read(connection, apiPath`/labels/${name}`, documentSchema),
    put: async ({ connection, name, label, expected, runningJobs, printers }) => {
      if (runningJobs !== undefined) requireExtensions(controllers, connection, 'a choice for the jobs that print a label');
      const path = apiPath`/labels/${name}`;
      const condition = await preconditionFor(controllers, { connection, name, path, schema: anyLabelSchema }, expected);
      const headers = { ...condition, ...authorHeaders(author()) };
      const query = queryText({ runningJobs, printers });
      const { status, value } = await controllers.change(connection, { method: 'PUT', path: path + query, json: label, headers });
      return { created: status === 201, jobs: labelChangeSchema.safeParse(value).data?.jobs ?? [] };
    },
    remove: async ({ connection, name }) => {
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/labels/${name}`, headers: authorHeaders(author()) });
      return {};
    },
    rename: renamingOn(controllers, 'labels'),
    sendToPlant: sendToPlant(modules, 'label'),
    versions: ({ connection, name, query }) =>
      controllers.read(connection, apiPath`/labels/${name}/versions` + queryText(query), labelVersionsPageSchema),
    version: ({ connection, name, revision }) =>
      controllers.read(connection, apiPath`/labels/${name}/versions/${String(revision)}`, documentSchema),
    versionReview: ({ connection, name, revision, query }) =>
      controllers.read(connection, apiPath`/labels/${name}/versions/${String(revision)}/review` + queryText(query), versionReviewSchema),
    ...approvalOperations(modules),
    simulate: ({ connection, name, query }) =>
      controllers.read(connection, apiPath`/labels/${name}/simulation` + queryText(query), documentSchema),
  };
}

type ApprovalHandlers = Pick<StationHandlers['labels'], 'submitForReview' | 'decide'>;

function approvalOperations({ controllers, author, people, screens }: StationModules): ApprovalHandlers {
  const send = async (
    { connection, name, revision }: { connection: string; name: string; revision: number },
    json: { decision: ApprovalDecision; comment: string },
    person: string,
  ) => {
    requireExtensions(controllers, connection, 'the approval of labels');
    const path = apiPath`/labels/${name}/versions/${String(revision)}/approval`;
    const { value } = await controllers.change(connection, { method: 'POST', path, json, headers: authorHeaders(person) });
    return approvalResultSchema.parse(value);
  };
  return {
    submitForReview: ({ comment, ...version }) => send(version, { decision: 'submit', comment }, author()),
    decide: async ({ decision, comment, secret, ...version }) => {
      const screen = currentCaller()?.screen;
      if (!people.areKept || screen === undefined) throw new ProblemError('person-required', { detail: NEEDS_PERSON });
      const person = await screens.verifyAgain(screen, secret);
      return send(version, { decision, comment }, person.name);
    },
  };
}
