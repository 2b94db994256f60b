import { controllerNetworkStateSchema, type ControllerNetworkState } from '#contract/api-v3/network.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { json, operation } from '#http/openapi/operation.ts';

const CLOSED: ControllerNetworkState = { settings: null, state: 'off', reason: null };

/** Route that tells whether other computers reach the controller. It is set in the file of `--network-settings`, which only this computer can write. */
export function networkRoute(app: FastifyApp, network: { readonly state: ControllerNetworkState } | undefined): void {
  const about = { summary: 'Read how other computers reach the controller', scope: 'read', isExtension: true } as const;
  const response = { 200: json('The listener for other computers.', controllerNetworkStateSchema) };
  app.get('/settings/network', { schema: operation('service', about, { response }) }, () => network?.state ?? CLOSED);
}
