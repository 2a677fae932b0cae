import { STAFF_ROLES } from '../../domain/account/person.ts';
import { type AnyPage, show, staffPage } from '../frame/table.ts';
import { html } from '../html.ts';

const home = staffPage(STAFF_ROLES, {
  path: '/office',
  link: { place: 0, label: { fr: 'Accueil', ar: 'البداية', en: 'Home' } },
  get: ({ person }) => show({ title: person.account.name, content: html`` }),
});

/** Every page of the back office; each noun's folder adds its own. */
export const OFFICE_PAGES: readonly AnyPage[] = [home];
