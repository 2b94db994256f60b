import { z } from 'zod';

/**
 * Where a browser signs in to the station of its page. POST `{token}` exchanges the one-time token of the start address for a session
 * cookie; GET answers 204 with a session and 401 (`sign-in-required`) without one.
 */
export const SESSION_PATH = '/session';

/** What stands in front of the token in the fragment of the start address: a fragment is never sent to a server. */
export const TOKEN_FRAGMENT = '#token=';

/** Body of the exchange. */
export const signInSchema = z.strictObject({ token: z.string().min(1).max(128) });

/** The file in the station's data folder that opens the page, signed in, in a browser of this computer. */
export const START_FILE = 'open-strobe.html';
