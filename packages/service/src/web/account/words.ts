import type { Catalogue } from '../frame/table.ts';

export type AccountWords = {
  sign_in: string;
  account: string;
  signed_out: string;
  email: string;
  no_team: string;
};

const fr: AccountWords = {
  sign_in: 'Se connecter',
  account: 'Mon compte',
  signed_out: 'Vous êtes déconnecté.',
  email: 'Adresse mail',
  no_team: 'Vous n’êtes dans aucune équipe.',
};

const ar: AccountWords = {
  sign_in: 'تسجيل الدخول',
  account: 'حسابي',
  signed_out: 'تم تسجيل خروجك.',
  email: 'البريد الإلكتروني',
  no_team: 'لست في أي فريق.',
};

const en: AccountWords = {
  sign_in: 'Sign in',
  account: 'My account',
  signed_out: 'You are signed out.',
  email: 'Mail address',
  no_team: 'You are in no team.',
};

export const ACCOUNT_WORDS: Catalogue<AccountWords> = { fr, ar, en };
