import { MEMBER_ROLES } from '../../domain/account/person.ts';
import { facts } from '../frame/parts.ts';
import { type AnyPage, memberPage, show } from '../frame/table.ts';
import { SETTINGS_PAGES } from './settings/pages.ts';
import { TEAM_PAGES } from './team/pages.ts';

const home = memberPage(MEMBER_ROLES, {
  path: '/dashboard',
  link: { place: 0, label: { fr: 'Accueil', ar: 'البداية', en: 'Home' } },
  get: ({ person: { membership } }) =>
    show({ title: membership.merchant_name, content: facts([['KYC', membership.kyc_status]]) }),
});

/** Every page of a merchant's dashboard; each noun's folder adds its own. */
export const DASHBOARD_PAGES: readonly AnyPage[] = [home, ...SETTINGS_PAGES, ...TEAM_PAGES];
