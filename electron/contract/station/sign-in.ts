import { z } from 'zod';

/**
 * Path of the sign-in. POST `{token}` exchanges the one-time token of the start address for a session
 * cookie; GET answers 204 with a session and 401 (`sign-in-required`) without one.
 */
export const SESSION_PATH = '/session';

/** Prefix of the token in the start address. It is in the fragment, which browsers do not send to servers. */
export const TOKEN_FRAGMENT = '#token=';

export const signInSchema = z.strictObject({ token: z.string().min(1).max(128) });

/** The file in the station's data folder that opens the page, signed in, in a browser of this computer. */
export const START_FILE = 'open-strobe.html';
