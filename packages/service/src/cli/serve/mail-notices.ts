import { composeNotice } from '../../domain/mail/compose.ts';
import { sendAccountMails } from '../../engine/mail/account-mails.ts';
import type { Mailer } from '../../engine/mail/mailer.ts';
import { noticeNews, summariseYesterday } from '../../engine/mail/notices.ts';
import { sendMailNotices } from '../../engine/mail/send.ts';
import type { Services } from '../../engine/services.ts';
import { type SweepStep, seldom } from './sweeper.ts';

const NOTICE_EVERY_MS = 60_000;

/** What a process does about mails to members: looks for news once a minute, and sends what waits. */
export function mailNoticeSteps(services: Services, mailer: Mailer): SweepStep[] {
  const site = services.policy.dashboard_url;
  const { host } = new URL(site);
  return [
    seldom(services.now, NOTICE_EVERY_MS, {
      name: 'notice_news',
      run: async () => {
        await noticeNews(services);
        await summariseYesterday(services);
        return 0;
      },
    }),
    {
      name: 'send_mail_notices',
      run: () => sendMailNotices(services, { compose: (one) => composeNotice(one, site), mailer, host }),
    },
  ];
}

/** What a process does about mails of signing in, apart from the others: somebody waits for each of them. */
export function accountMailSteps(
  services: Services & { secret_key: Uint8Array },
  mailer: Mailer,
): SweepStep[] {
  const { host } = new URL(services.policy.dashboard_url);
  return [{ name: 'send_account_mails', run: () => sendAccountMails(services, { mailer, host }) }];
}
