import type { Catalogue } from '../../frame/table.ts';
import { ar } from './ar.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { OfficeWords } from './words.ts';

export const OFFICE_WORDS: Catalogue<OfficeWords> = { fr, ar, en };
