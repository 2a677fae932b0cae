import { HOUR_MS } from '../time.ts';
import type { Language } from './person.ts';

/** A mail as it is sent: plain text. */
export type Mail = { to: string; subject: string; text: string };

/** What mails are about, with what they say of it. */
export type MailAbout =
  | { kind: 'sign_up'; link: string }
  | { kind: 'has_account'; link: string }
  | { kind: 'reset'; link: string }
  | { kind: 'enrol'; link: string }
  /** The link takes it away, and what was added after it. */
  | { kind: 'first_factor'; link: string }
  | { kind: 'invitation'; link: string; merchant_name: string; inviter_name: string }
  | { kind: 'password_changed' | 'factor_added' | 'factor_removed' | 'recovery_code_used' }
  | { kind: 'recovery_codes_made' | 'staff_token_made' }
  | { kind: 'staff_role_given'; giver_name: string }
  | { kind: 'staff_role_signed'; member_name: string };

export type MailKind = MailAbout['kind'];

/** How long the link of a mail is good, and so for how long it is of any use to send it; mails without one are news for days. */
export const MAIL_LASTS_MS: Readonly<Record<MailKind, number>> = {
  sign_up: 24 * HOUR_MS,
  has_account: 24 * HOUR_MS,
  reset: HOUR_MS,
  enrol: 72 * HOUR_MS,
  invitation: 7 * 24 * HOUR_MS,
  password_changed: 72 * HOUR_MS,
  factor_added: 72 * HOUR_MS,
  first_factor: 72 * HOUR_MS,
  factor_removed: 72 * HOUR_MS,
  recovery_code_used: 72 * HOUR_MS,
  recovery_codes_made: 72 * HOUR_MS,
  staff_token_made: 72 * HOUR_MS,
  staff_role_given: 72 * HOUR_MS,
  staff_role_signed: 72 * HOUR_MS,
};

/** Mails by which somebody learns that another person acts for them: only they can undo it. */
const WARNINGS: ReadonlySet<MailKind> = new Set([
  'password_changed',
  'factor_added',
  'first_factor',
  'factor_removed',
  'recovery_code_used',
  'recovery_codes_made',
  'staff_token_made',
  'staff_role_given',
  'staff_role_signed',
]);

export const isWarning = (kind: MailKind): boolean => WARNINGS.has(kind);

type AccountMailText = { subject: string; body: string };

const EN: Readonly<Record<MailKind, AccountMailText>> = {
  sign_up: {
    subject: 'Open your Chari account',
    body: 'Somebody asked for a Chari account with this mail address. Open this link within 24 hours to choose a password:\n\n{link}\n\nIf it was not you, do nothing: no account is made.',
  },
  has_account: {
    subject: 'You have a Chari account already',
    body: 'Somebody asked for a Chari account with this mail address, which has one. Sign in here, or choose a new password there:\n\n{link}\n\nIf it was not you, do nothing.',
  },
  reset: {
    subject: 'Choose a new password',
    body: 'Open this link within an hour to choose a new password for your Chari account:\n\n{link}\n\nIf you did not ask for it, do nothing: your password stays.',
  },
  enrol: {
    subject: 'Your access to Chari’s office',
    body: 'Open this link within 72 hours to choose a password and to set up your second factor:\n\n{link}\n\nIt works once.',
  },
  invitation: {
    subject: 'You are invited to {merchant_name}',
    body: '{inviter_name} invites you to the team of {merchant_name} on Chari. Open this link within 7 days:\n\n{link}\n\nIf you do not know them, do nothing.',
  },
  password_changed: {
    subject: 'Your password was changed',
    body: 'The password of your Chari account was changed, and every other browser was signed out. If it was not you, choose a new one at once with “Forgotten password” on the sign-in page, and tell us.',
  },
  factor_added: {
    subject: 'A second factor was added',
    body: 'A code app or passkey was added to your Chari account. If it was not you, change your password at once, and tell us.',
  },
  first_factor: {
    subject: 'A second factor was added',
    body: 'A code app or passkey was added to your Chari account, which had none. If it was not you, open this link within 72 hours: it takes every code app and passkey of your account away and signs every browser out. Then choose a new password at once, and tell us.\n\n{link}\n\nIf it was you, do nothing.',
  },
  factor_removed: {
    subject: 'A second factor was removed',
    body: 'A code app or passkey was removed from your Chari account. If it was not you, change your password at once, and tell us.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    body: 'Somebody signed in to your Chari account with one of its recovery codes. If it was not you, change your password at once, and tell us.',
  },
  recovery_codes_made: {
    subject: 'New recovery codes were made',
    body: 'New recovery codes were made for your Chari account, and those of before are worth nothing. If it was not you, change your password at once, and tell us.',
  },
  staff_token_made: {
    subject: 'A staff token of yours signs from now on',
    body: 'A staff token was made or approved in your name: whoever has it signs as you at a terminal. If it was not you, revoke it in the office under Tokens, change your password at once, and tell us.',
  },
  staff_role_given: {
    subject: 'You have a new role in Chari’s office',
    body: '{giver_name} has given you a new role in Chari’s office. If you know nothing of it, ask another administrator at once, and tell us.',
  },
  staff_role_signed: {
    subject: 'A role was given in your name',
    body: 'In your name {member_name} was given a new role in Chari’s office. If it was not you, change your password at once, take the role back, and tell us.',
  },
};

const FR: Readonly<Record<MailKind, AccountMailText>> = {
  sign_up: {
    subject: 'Ouvrez votre compte Chari',
    body: 'Quelqu’un a demandé un compte Chari avec cette adresse. Ouvrez ce lien sous 24 heures pour choisir un mot de passe :\n\n{link}\n\nSi ce n’est pas vous, ne faites rien : aucun compte n’est créé.',
  },
  has_account: {
    subject: 'Vous avez déjà un compte Chari',
    body: 'Quelqu’un a demandé un compte Chari avec cette adresse, qui en a déjà un. Connectez-vous ici, ou choisissez-y un nouveau mot de passe :\n\n{link}\n\nSi ce n’est pas vous, ne faites rien.',
  },
  reset: {
    subject: 'Choisissez un nouveau mot de passe',
    body: 'Ouvrez ce lien dans l’heure pour choisir un nouveau mot de passe de votre compte Chari :\n\n{link}\n\nSi vous ne l’avez pas demandé, ne faites rien : votre mot de passe reste le même.',
  },
  enrol: {
    subject: 'Votre accès au bureau de Chari',
    body: 'Ouvrez ce lien sous 72 heures pour choisir un mot de passe et préparer votre second facteur :\n\n{link}\n\nIl ne sert qu’une fois.',
  },
  invitation: {
    subject: 'Invitation à rejoindre {merchant_name}',
    body: '{inviter_name} vous invite dans l’équipe de {merchant_name} sur Chari. Ouvrez ce lien sous 7 jours :\n\n{link}\n\nSi vous ne les connaissez pas, ne faites rien.',
  },
  password_changed: {
    subject: 'Votre mot de passe a changé',
    body: 'Le mot de passe de votre compte Chari a changé, et les autres navigateurs ont été déconnectés. Si ce n’est pas vous, choisissez-en aussitôt un autre par « Mot de passe oublié » sur la page de connexion, et prévenez-nous.',
  },
  factor_added: {
    subject: 'Un second facteur a été ajouté',
    body: 'Une application de codes ou une clé d’accès a été ajoutée à votre compte Chari. Si ce n’est pas vous, changez aussitôt de mot de passe, et prévenez-nous.',
  },
  first_factor: {
    subject: 'Un second facteur a été ajouté',
    body: 'Une application de codes ou une clé d’accès a été ajoutée à votre compte Chari, qui n’en avait pas. Si ce n’est pas vous, ouvrez ce lien sous 72 heures : il retire de votre compte toute application de codes et toute clé d’accès, et déconnecte tous les navigateurs. Choisissez ensuite aussitôt un nouveau mot de passe, et prévenez-nous.\n\n{link}\n\nSi c’est vous, ne faites rien.',
  },
  factor_removed: {
    subject: 'Un second facteur a été retiré',
    body: 'Une application de codes ou une clé d’accès a été retirée de votre compte Chari. Si ce n’est pas vous, changez aussitôt de mot de passe, et prévenez-nous.',
  },
  recovery_code_used: {
    subject: 'Un code de secours a servi',
    body: 'Quelqu’un s’est connecté à votre compte Chari avec un de ses codes de secours. Si ce n’est pas vous, changez aussitôt de mot de passe, et prévenez-nous.',
  },
  recovery_codes_made: {
    subject: 'De nouveaux codes de secours ont été faits',
    body: 'De nouveaux codes de secours ont été faits pour votre compte Chari, et les précédents ne valent plus rien. Si ce n’est pas vous, changez aussitôt de mot de passe, et prévenez-nous.',
  },
  staff_token_made: {
    subject: 'Un de vos jetons signe désormais',
    body: 'Un jeton a été fait ou approuvé à votre nom : qui l’a signe comme vous dans un terminal. Si ce n’est pas vous, révoquez-le au bureau sous Jetons, changez aussitôt de mot de passe, et prévenez-nous.',
  },
  staff_role_given: {
    subject: 'Vous avez un nouveau rôle au bureau de Chari',
    body: '{giver_name} vous a donné un nouveau rôle au bureau de Chari. Si vous n’en savez rien, demandez aussitôt à un autre administrateur, et prévenez-nous.',
  },
  staff_role_signed: {
    subject: 'Un rôle a été donné à votre nom',
    body: 'À votre nom, {member_name} a reçu un nouveau rôle au bureau de Chari. Si ce n’est pas vous, changez aussitôt de mot de passe, retirez ce rôle, et prévenez-nous.',
  },
};

const AR: Readonly<Record<MailKind, AccountMailText>> = {
  sign_up: {
    subject: 'افتح حسابك في شاري',
    body: 'طلب أحدهم حساباً في شاري بهذا البريد. افتح هذا الرابط خلال 24 ساعة لاختيار كلمة مرور:\n\n{link}\n\nإن لم تكن أنت فلا تفعل شيئاً: لن يُنشأ أي حساب.',
  },
  has_account: {
    subject: 'لديك حساب في شاري',
    body: 'طلب أحدهم حساباً في شاري بهذا البريد، وله حساب من قبل. سجّل الدخول هنا، أو اختر كلمة مرور جديدة من هناك:\n\n{link}\n\nإن لم تكن أنت فلا تفعل شيئاً.',
  },
  reset: {
    subject: 'اختر كلمة مرور جديدة',
    body: 'افتح هذا الرابط خلال ساعة لاختيار كلمة مرور جديدة لحسابك في شاري:\n\n{link}\n\nإن لم تطلب ذلك فلا تفعل شيئاً: تبقى كلمة مرورك كما هي.',
  },
  enrol: {
    subject: 'دخولك إلى مكتب شاري',
    body: 'افتح هذا الرابط خلال 72 ساعة لاختيار كلمة مرور وإعداد العامل الثاني:\n\n{link}\n\nيعمل مرة واحدة.',
  },
  invitation: {
    subject: 'دعوة إلى فريق {merchant_name}',
    body: 'يدعوك {inviter_name} إلى فريق {merchant_name} في شاري. افتح هذا الرابط خلال 7 أيام:\n\n{link}\n\nإن كنت لا تعرفهم فلا تفعل شيئاً.',
  },
  password_changed: {
    subject: 'تغيّرت كلمة مرورك',
    body: 'تغيّرت كلمة مرور حسابك في شاري، وسُجّل الخروج من كل متصفح آخر. إن لم تكن أنت فاختر فوراً كلمة جديدة من «نسيت كلمة المرور» في صفحة الدخول، وأخبرنا.',
  },
  factor_added: {
    subject: 'أضيف عامل ثانٍ',
    body: 'أضيف تطبيق رموز أو مفتاح مرور إلى حسابك في شاري. إن لم تكن أنت فغيّر كلمة مرورك فوراً وأخبرنا.',
  },
  first_factor: {
    subject: 'أضيف عامل ثانٍ',
    body: 'أضيف تطبيق رموز أو مفتاح مرور إلى حسابك في شاري، ولم يكن له شيء من ذلك. إن لم تكن أنت فافتح هذا الرابط خلال 72 ساعة: يزيل من حسابك كل تطبيق رموز وكل مفتاح مرور، ويسجّل الخروج من كل متصفح. ثم اختر فوراً كلمة مرور جديدة وأخبرنا.\n\n{link}\n\nإن كنت أنت فلا تفعل شيئاً.',
  },
  factor_removed: {
    subject: 'أزيل عامل ثانٍ',
    body: 'أزيل تطبيق رموز أو مفتاح مرور من حسابك في شاري. إن لم تكن أنت فغيّر كلمة مرورك فوراً وأخبرنا.',
  },
  recovery_code_used: {
    subject: 'استُعمل رمز احتياطي',
    body: 'سجّل أحدهم الدخول إلى حسابك في شاري بأحد رموزه الاحتياطية. إن لم تكن أنت فغيّر كلمة مرورك فوراً وأخبرنا.',
  },
  recovery_codes_made: {
    subject: 'أُنشئت رموز احتياطية جديدة',
    body: 'أُنشئت رموز احتياطية جديدة لحسابك في شاري، ولم تعد السابقة تنفع. إن لم تكن أنت فغيّر كلمة مرورك فوراً وأخبرنا.',
  },
  staff_token_made: {
    subject: 'رمز موظف باسمك يوقّع من الآن',
    body: 'أُنشئ رمز موظف باسمك أو وُوفق عليه: من يملكه يوقّع مكانك في سطر الأوامر. إن لم تكن أنت فألغه في المكتب تحت الرموز، وغيّر كلمة مرورك فوراً، وأخبرنا.',
  },
  staff_role_given: {
    subject: 'لك دور جديد في مكتب شاري',
    body: 'أعطاك {giver_name} دوراً جديداً في مكتب شاري. إن كنت لا تعلم بذلك فاسأل فوراً مديراً آخر، وأخبرنا.',
  },
  staff_role_signed: {
    subject: 'أُعطي دور باسمك',
    body: 'أُعطي {member_name} باسمك دوراً جديداً في مكتب شاري. إن لم تكن أنت فغيّر كلمة مرورك فوراً، واسحب الدور، وأخبرنا.',
  },
};

const LINES: Readonly<Record<Language, Readonly<Record<MailKind, AccountMailText>>>> = {
  fr: FR,
  ar: AR,
  en: EN,
};

/** Writes a mail in its reader's language. Names that others chose stay on one line and carry no address. */
export function composeMail(to: string, language: Language, about: MailAbout): Mail {
  const { subject, body } = LINES[language][about.kind];
  const values = about as Readonly<Record<string, string>>;
  const fill = (text: string): string =>
    text.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) =>
      name === 'link' ? (values.link ?? '') : plainName(values[name] ?? ''),
    );
  return { to, subject: fill(subject), text: `${fill(body)}\n\nChari\n` };
}

/** Mail programs make links of whatever looks like one: somebody's name is no place for it. */
function plainName(name: string): string {
  return name
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?:https?:)?\/\/|www\.|[<>]/gi, ' ')
    .replaceAll('.', '․')
    .slice(0, 100);
}
