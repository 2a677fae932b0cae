import type { Catalogue } from '../../frame/table.ts';

type TeamWords = {
  title: string;
  name: string;
  role: string;
  since: string;
  you: string;
  change: string;
  remove: string;
  invite: string;
  invite_text: string;
  email: string;
  email_wrong: string;
  role_wrong: string;
  language: string;
  send: string;
  invited: string;
  is_member: string;
  too_many: string;
  open: string;
  until: string;
  expired: string;
  revoke: string;
  revoked: string;
  changed: string;
  removed: string;
  last_owner: string;
  roles_text: readonly (readonly [role: 'owner' | 'developer' | 'accountant' | 'cashier', text: string])[];
  activity: { title: string; when: string; who: string; what: string; about: string };
  actions: Readonly<Record<string, string>>;
};

const en: TeamWords = {
  title: 'Team',
  name: 'Name',
  role: 'Role',
  since: 'Since',
  you: 'you',
  change: 'Change role',
  remove: 'Remove',
  invite: 'Invite somebody',
  invite_text: 'They get a mail with a link that is good for 7 days.',
  email: 'Mail address',
  email_wrong: 'Write a mail address, such as name@example.com.',
  role_wrong: 'Choose a role.',
  language: 'Language of the mail',
  send: 'Send the invitation',
  invited: 'The invitation is on its way.',
  is_member: 'This person is in the team already.',
  too_many: 'Too many invitations. Wait a little, or take back some that stand open.',
  open: 'Invitations that stand open',
  until: 'Good until',
  expired: 'too old',
  revoke: 'Take back',
  revoked: 'The invitation is taken back.',
  changed: 'The role is changed.',
  removed: 'This person is no longer in the team.',
  last_owner: 'A team always has an owner: make somebody else one first.',
  roles_text: [
    ['owner', 'sees and changes everything, and keeps the team.'],
    ['developer', 'makes keys and webhooks, and sees payments.'],
    ['accountant', 'sees payments, money and statements.'],
    ['cashier', 'asks for payments and sees whether they are paid; no keys.'],
  ],
  activity: { title: 'Who did what', when: 'When', who: 'Who', what: 'What', about: 'About' },
  actions: {
    'merchant.opened': 'opened the account',
    'member.invited': 'invited',
    'invitation.revoked': 'took an invitation back',
    'member.joined': 'joined the team',
    'member.role_changed': 'changed a role',
    'member.removed': 'removed from the team',
    'member.left': 'left the team',
    'settings.changed': 'changed the settings',
    'kyc.saved': 'wrote in the business profile',
    'kyc.submitted': 'handed in the business profile',
    'kyc.withdrawn': 'took the business profile back',
    'kyc.document_added': 'added a document',
    'kyc.document_removed': 'removed a document',
    'password.changed': 'changed their password',
    'password.reset': 'set a new password by mail',
    'recovery_codes.made': 'made new recovery codes',
    'payment.begun': 'began a payment',
    'payment.cancelled': 'cancelled a payment',
    'refund.created': 'gave money back',
    'payments.exported': 'exported payments as CSV',
    'payment_link.created': 'made a payment link',
    'payment_link.closed': 'closed a payment link',
    'payment_link.reopened': 'opened a payment link again',
    'key.created': 'made a key',
    'key.revoked': 'revoked a key',
    'webhook_endpoint.created': 'added a webhook address',
    'webhook_endpoint.changed': 'changed a webhook address',
    'webhook_endpoint.removed': 'removed a webhook address',
    'webhook_endpoint.rotated': 'changed the secret of a webhook address',
    'webhook_endpoint.tested': 'sent a test event',
    'webhook.resent': 'sent a webhook again',
    'webhook_delivery.resent': 'sent a webhook again',
    'webhook_deliveries.resent': 'sent again the webhooks that had failed',
  },
};

const fr: TeamWords = {
  title: 'Équipe',
  name: 'Nom',
  role: 'Rôle',
  since: 'Depuis',
  you: 'vous',
  change: 'Changer le rôle',
  remove: 'Retirer',
  invite: 'Inviter quelqu’un',
  invite_text: 'La personne reçoit un mail avec un lien qui sert pendant 7 jours.',
  email: 'Adresse mail',
  email_wrong: 'Écrivez une adresse mail, par exemple nom@example.com.',
  role_wrong: 'Choisissez un rôle.',
  language: 'Langue du mail',
  send: 'Envoyer l’invitation',
  invited: 'L’invitation est en route.',
  is_member: 'Cette personne est déjà dans l’équipe.',
  too_many: 'Trop d’invitations. Attendez un peu, ou reprenez-en qui sont ouvertes.',
  open: 'Invitations ouvertes',
  until: 'Valable jusqu’au',
  expired: 'trop ancienne',
  revoke: 'Reprendre',
  revoked: 'L’invitation est reprise.',
  changed: 'Le rôle a changé.',
  removed: 'Cette personne n’est plus dans l’équipe.',
  last_owner: 'Une équipe a toujours un propriétaire : nommez-en d’abord un autre.',
  roles_text: [
    ['owner', 'voit et change tout, et tient l’équipe.'],
    ['developer', 'fait les clés et les webhooks, et voit les paiements.'],
    ['accountant', 'voit les paiements, l’argent et les relevés.'],
    ['cashier', 'demande des paiements et voit s’ils sont faits ; pas de clés.'],
  ],
  activity: { title: 'Qui a fait quoi', when: 'Quand', who: 'Qui', what: 'Quoi', about: 'À propos de' },
  actions: {
    'merchant.opened': 'a ouvert le compte',
    'member.invited': 'a invité',
    'invitation.revoked': 'a repris une invitation',
    'member.joined': 'a rejoint l’équipe',
    'member.role_changed': 'a changé un rôle',
    'member.removed': 'a retiré de l’équipe',
    'member.left': 'a quitté l’équipe',
    'settings.changed': 'a changé les réglages',
    'kyc.saved': 'a écrit dans le profil de l’entreprise',
    'kyc.submitted': 'a envoyé le profil de l’entreprise',
    'kyc.withdrawn': 'a repris le profil de l’entreprise',
    'kyc.document_added': 'a ajouté un document',
    'kyc.document_removed': 'a enlevé un document',
    'password.changed': 'a changé son mot de passe',
    'password.reset': 'a choisi un nouveau mot de passe par mail',
    'recovery_codes.made': 'a fait de nouveaux codes de secours',
    'payment.begun': 'a commencé un paiement',
    'payment.cancelled': 'a annulé un paiement',
    'refund.created': 'a remboursé',
    'payments.exported': 'a exporté des paiements en CSV',
    'payment_link.created': 'a créé un lien de paiement',
    'payment_link.closed': 'a fermé un lien de paiement',
    'payment_link.reopened': 'a rouvert un lien de paiement',
    'key.created': 'a créé une clé',
    'key.revoked': 'a révoqué une clé',
    'webhook_endpoint.created': 'a ajouté une adresse de webhook',
    'webhook_endpoint.changed': 'a changé une adresse de webhook',
    'webhook_endpoint.removed': 'a enlevé une adresse de webhook',
    'webhook_endpoint.rotated': 'a changé le secret d’une adresse de webhook',
    'webhook_endpoint.tested': 'a envoyé un événement d’essai',
    'webhook.resent': 'a renvoyé un webhook',
    'webhook_delivery.resent': 'a renvoyé un webhook',
    'webhook_deliveries.resent': 'a renvoyé les webhooks qui avaient échoué',
  },
};

const ar: TeamWords = {
  title: 'الفريق',
  name: 'الاسم',
  role: 'الدور',
  since: 'منذ',
  you: 'أنت',
  change: 'تغيير الدور',
  remove: 'إزالة',
  invite: 'دعوة شخص',
  invite_text: 'يصله بريد فيه رابط صالح 7 أيام.',
  email: 'البريد الإلكتروني',
  email_wrong: 'اكتب بريداً إلكترونياً، مثل name@example.com.',
  role_wrong: 'اختر دوراً.',
  language: 'لغة الرسالة',
  send: 'إرسال الدعوة',
  invited: 'الدعوة في الطريق.',
  is_member: 'هذا الشخص في الفريق من قبل.',
  too_many: 'دعوات كثيرة. انتظر قليلاً، أو اسحب بعض الدعوات المفتوحة.',
  open: 'دعوات مفتوحة',
  until: 'صالحة حتى',
  expired: 'قديمة',
  revoke: 'سحب',
  revoked: 'سُحبت الدعوة.',
  changed: 'تغيّر الدور.',
  removed: 'لم يعد هذا الشخص في الفريق.',
  last_owner: 'للفريق مالك دائماً: عيّن مالكاً آخر أولاً.',
  roles_text: [
    ['owner', 'يرى كل شيء ويغيّره، ويدير الفريق.'],
    ['developer', 'ينشئ المفاتيح والويب هوك، ويرى المدفوعات.'],
    ['accountant', 'يرى المدفوعات والمال والكشوف.'],
    ['cashier', 'يطلب المدفوعات ويرى هل دُفعت؛ بلا مفاتيح.'],
  ],
  activity: { title: 'من فعل ماذا', when: 'متى', who: 'من', what: 'ماذا', about: 'عن' },
  actions: {
    'merchant.opened': 'فتح الحساب',
    'member.invited': 'دعا',
    'invitation.revoked': 'سحب دعوة',
    'member.joined': 'انضم إلى الفريق',
    'member.role_changed': 'غيّر دوراً',
    'member.removed': 'أزال من الفريق',
    'member.left': 'غادر الفريق',
    'settings.changed': 'غيّر الإعدادات',
    'kyc.saved': 'كتب في ملف المؤسسة',
    'kyc.submitted': 'أرسل ملف المؤسسة',
    'kyc.withdrawn': 'سحب ملف المؤسسة',
    'kyc.document_added': 'أضاف وثيقة',
    'kyc.document_removed': 'أزال وثيقة',
    'password.changed': 'غيّر كلمة مروره',
    'password.reset': 'اختار كلمة مرور جديدة عبر البريد',
    'recovery_codes.made': 'أنشأ رموزاً احتياطية جديدة',
    'payment.begun': 'بدأ دفعة',
    'payment.cancelled': 'ألغى دفعة',
    'refund.created': 'أعاد مالا',
    'payments.exported': 'صدّر المدفوعات بصيغة CSV',
    'payment_link.created': 'أنشأ رابط دفع',
    'payment_link.closed': 'أغلق رابط دفع',
    'payment_link.reopened': 'أعاد فتح رابط دفع',
    'key.created': 'أنشأ مفتاحاً',
    'key.revoked': 'ألغى مفتاحاً',
    'webhook_endpoint.created': 'أضاف عنوان ويب هوك',
    'webhook_endpoint.changed': 'غيّر عنوان ويب هوك',
    'webhook_endpoint.removed': 'أزال عنوان ويب هوك',
    'webhook_endpoint.rotated': 'غيّر سر عنوان ويب هوك',
    'webhook_endpoint.tested': 'أرسل حدثاً تجريبياً',
    'webhook.resent': 'أعاد إرسال ويب هوك',
    'webhook_delivery.resent': 'أعاد إرسال ويب هوك',
    'webhook_deliveries.resent': 'أعاد إرسال ما فشل من الويب هوك',
  },
};

export const TEAM_WORDS: Catalogue<TeamWords> = { fr, ar, en };
