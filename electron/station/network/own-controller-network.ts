import { hostname } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  controllerNetworkSchema,
  controllerNetworkStateSchema,
  type ControllerNetwork,
  type ControllerNetworkState,
} from '#contract/api-v3/network.ts';
import { accessSettingsSchema, type AccessSettings } from '#contract/api-v3/settings.ts';
import { ProblemError } from '#contract/problem.ts';
import type { OwnController } from '#contract/station/network.ts';
import { STROBE_FILE, StrobeFile } from '#storage/files/strobe-file.ts';
import { networkAddresses, ownNames } from '#tls/network-addresses.ts';
import { OwnAuthority } from '#tls/own-authority.ts';
import { apiPath } from '../connections/controller-path.ts';
import { EMBEDDED_ID } from '../connections/connections.ts';
import type { Controllers } from '../connections/controllers.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock } from '../platform/system-clock.ts';

export interface OwnControllerNetworkOptions {
  /** The station's data folder. */
  folder: string;
  controllers: Pick<Controllers, 'read'>;
  clock: Clock;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

const PART = 'controller';
/** Milliseconds between two questions to the controller while a page shows the answer. */
const POLL_INTERVAL = 1_000;
/** Milliseconds between two checks whether the certificate has to be replaced. The controller uses a replaced file without a restart. */
const RENEWAL_CHECK = 3_600_000;

/** What the controller answered last. */
interface Answer {
  network: ControllerNetworkState;
  access: AccessSettings;
}

/**
 * How other computers reach the station's own controller: the settings, in `strobe.json` of the data folder, which the controller follows by itself, and what it
 * says about them. Also makes its certificate by the station's authority.
 */
export class OwnControllerNetwork {
  readonly #options: OwnControllerNetworkOptions;
  readonly #file: StrobeFile;
  readonly #authority: OwnAuthority;
  readonly #emitter: Emitter<OwnController>;
  #answer: Answer | undefined;
  #last: OwnController | undefined;
  #readers = 0;
  #cancelPoll: (() => void) | undefined;
  #cancelRenewal: (() => void) | undefined;

  constructor(options: OwnControllerNetworkOptions) {
    const { folder, clock, report } = options;
    this.#options = options;
    this.#file = new StrobeFile(join(folder, STROBE_FILE));
    this.#authority = new OwnAuthority({ folder: join(folder, 'tls'), now: () => clock.now(), computer: hostname() });
    this.#emitter = new Emitter(report);
  }

  /** Makes the certificate if the settings need one, and renews it. Called before the controller starts. */
  start(): void {
    this.#renew();
  }

  stop(): void {
    this.#cancelRenewal?.();
    this.#cancelPoll?.();
  }

  /** The certificate of the authority as PEM; undefined while the controller does not use it. */
  get authority(): string | undefined {
    return this.#read().settings?.certificate === 'own' ? this.#authority.certificate : undefined;
  }

  snapshot(): OwnController {
    const { settings, reason: fault } = this.#read();
    const { state, reason } = fault === null ? this.#stateOf(settings) : { state: 'failed' as const, reason: fault };
    return {
      ...{ connection: EMBEDDED_ID, settings, state, reason },
      addresses: settings && state === 'listening' ? networkAddresses(settings, hostname()) : [],
      isKeyRequired: this.#answer?.access.isKeyRequired ?? null,
      authorityFingerprint: settings?.certificate === 'own' ? this.#authority.fingerprint : null,
    };
  }

  /** What the controller says about these settings. */
  #stateOf(settings: ControllerNetwork | null): Pick<OwnController, 'state' | 'reason'> {
    const { network } = this.#answer ?? {};
    if (network?.state === 'failed') return { state: 'failed', reason: network.reason };
    if (!settings) return { state: 'off', reason: null };
    if (!network) return { state: 'unknown', reason: null };
    return { state: isDeepStrictEqual(network.settings, settings) ? network.state : 'starting', reason: null };
  }

  /** Calls after each change. The controller is asked for its state while there are listeners. */
  subscribe(listener: (state: OwnController) => void): () => void {
    const unsubscribe = this.#emitter.subscribe(listener);
    this.#readers += 1;
    if (this.#readers === 1) void this.#poll();
    return () => {
      unsubscribe();
      this.#readers -= 1;
      if (this.#readers === 0) this.#cancelPoll?.();
    };
  }

  /** Stores the settings; null closes the controller for other computers. Throws what the disk throws. */
  put(settings: ControllerNetwork | null): void {
    if (settings) this.#certify(settings);
    this.#file.write(PART, settings);
    this.#changed();
  }

  #read(): { settings: ControllerNetwork | null; reason: string | null } {
    try {
      return { settings: this.#file.read(PART, controllerNetworkSchema) ?? null, reason: null };
    } catch (error) {
      return { settings: null, reason: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Never rejects. */
  async #poll(): Promise<void> {
    try {
      this.#answer = await this.#ask();
    } catch (error) {
      this.#answer = undefined;
      if (!(error instanceof ProblemError)) this.#options.report(error);
    }
    this.#changed();
    if (this.#readers > 0) this.#cancelPoll = this.#options.clock.after(POLL_INTERVAL, () => void this.#poll());
  }

  async #ask(): Promise<Answer> {
    const { controllers } = this.#options;
    const [network, access] = await Promise.all([
      controllers.read(EMBEDDED_ID, apiPath`/settings/network`, controllerNetworkStateSchema),
      controllers.read(EMBEDDED_ID, apiPath`/settings/access`, accessSettingsSchema),
    ]);
    return { network, access };
  }

  #changed(): void {
    const state = this.snapshot();
    if (isDeepStrictEqual(state, this.#last)) return;
    this.#last = state;
    this.#emitter.emit(state);
  }

  #renew(): void {
    const { clock, report } = this.#options;
    try {
      const { settings } = this.#read();
      if (settings) this.#certify(settings);
    } catch (error) {
      report(error);
    }
    this.#cancelRenewal = clock.after(RENEWAL_CHECK, () => this.#renew());
  }

  /** The controller reads the certificate at its place in the folder. */
  #certify({ certificate, names }: ControllerNetwork): void {
    if (certificate === 'own') this.#authority.serverFiles([...ownNames(hostname()), ...names], 'controller');
  }
}
