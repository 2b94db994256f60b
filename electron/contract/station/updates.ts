import { z } from 'zod';
import { updateMomentSchema, updateProgressSchema, updateReasonSchema } from '../updates/update-state.ts';
import { command, feed } from './operation.ts';

const MAX_ADDRESS = 500;

/** Where new versions are looked for over the network: a web server whose address a person entered, and the plant of the computer's controller. */
const SERVERS = ['web', 'plant'] as const;

/** A package that was found, and whether it can be installed. */
const foundUpdateSchema = z.object({
  id: z.string(),
  place: z.enum(['stick', ...SERVERS]),
  /** The folder, or the address. */
  where: z.string(),
  file: z.string(),
  /** Bytes of the package. */
  size: z.number(),
  /** Null when it could not be read. */
  version: z.string().nullable(),
  /** Whether its signature has been checked. A package of a server is checked when it has been downloaded. */
  isChecked: z.boolean(),
  /** Why it cannot be installed; null if it can. */
  fault: updateReasonSchema.nullable(),
});
export type FoundUpdate = z.infer<typeof foundUpdateSchema>;

/** Why a server could not be searched. */
const updateFaultSchema = z.object({ place: z.enum(SERVERS), reason: updateReasonSchema });
export type UpdateFault = z.infer<typeof updateFaultSchema>;

const updatesEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    /** Whether this installation can be updated by itself: that of the Debian package. */
    isManaged: z.boolean(),
    installed: z.string(),
    /** The version before, which can be installed again; null when none is kept. */
    previous: z.string().nullable(),
    /** The folder on a web server with packages; null when none is set. */
    address: z.string().nullable(),
    isSearching: z.boolean(),
    /** Null before the first search. */
    found: z.array(foundUpdateSchema).nullable(),
    /** The servers that the last search could not look at. */
    searchFaults: z.array(updateFaultSchema),
    /** Whether a package is being copied or downloaded, and checked, before it is installed. */
    isPreparing: z.boolean(),
    /** Why the last one was not installed; null otherwise. */
    fault: updateReasonSchema.nullable(),
    /** The bytes of a download so far, and of the whole package; null while none runs. */
    download: z.object({ bytes: z.number(), size: z.number() }).nullable(),
    /** The current or last installation; null before the first one. */
    progress: updateProgressSchema.nullable(),
  }),
]);
export type UpdatesEvent = z.infer<typeof updatesEventSchema>;

/** Installs new versions of Strobe on the station's computer. Every command throws `invalid-input` where the installation is not managed. */
export const updatesContract = {
  watch: feed(z.object({}), updatesEventSchema),
  /** Looks for packages on memory sticks, on the web server and on the plant. */
  search: command('configure', z.object({}), z.object({})),
  /** Null removes the address. */
  putAddress: command(
    'configure',
    z.object({
      address: z
        .url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
        .max(MAX_ADDRESS)
        .nullable(),
    }),
    z.object({}),
  ),
  /** Prepares a package that was found, and asks for its installation. Returns at once: `fault` says why it is refused. Throws `not-found`. */
  install: command('configure', z.object({ id: z.string(), when: updateMomentSchema, acceptsPictures: z.boolean() }), z.object({})),
  /** Does not wait any longer for the end of the jobs. */
  installNow: command('configure', z.object({}), z.object({})),
  /** Gives up an installation that waits. */
  cancel: command('configure', z.object({}), z.object({})),
  /** Installs the version before again. */
  rollBack: command('configure', z.object({ when: updateMomentSchema }), z.object({})),
};
