import { statement } from '../statement.ts';

/** Whether the database answers at all. */
export const ping = statement<{ alive: boolean }>('ping', 'select true as alive');

/** Which PostgreSQL answers, such as `18.4`. */
export const readVersion = statement<{ server_version: string }>('read_version', 'show server_version');
