import type { Template } from '../../sms/templates/template.ts';
import type { Database } from '../../store/statement.ts';
import { type KeptText, listReadTexts, listUnreadTexts } from '../../store/templates/readings.ts';
import { readTemplates } from './read.ts';

/** The latest unread texts, and the latest readings, that a draft is tried on. */
const UNREAD_MAX = 1_000;
const READ_MAX = 5_000;

export type Bench = { templates: Template[]; unread: KeptText[]; read: KeptText[] };

/** Everything that a draft is judged by. */
export async function loadBench(database: Database): Promise<Bench> {
  const templates = await readTemplates(database);
  const unread = await listUnreadTexts(database, UNREAD_MAX);
  const read = await listReadTexts(database, READ_MAX);
  return { templates, unread, read };
}
