import { composeNotice } from '../../domain/mail/words.ts';
import { noticeNews, summariseYesterday } from '../../engine/mail/notices.ts';
import { type Mailer, sendMailNotices } from '../../engine/mail/send.ts';
import type { Services } from '../../engine/services.ts';
import type { SweepStep } from './settling.ts';

const NOTICE_EVERY_MS = 60_000;

/** What a process does about mails to members: looks for news once a minute, and sends what waits. */
export function mailNoticeSteps(services: Services, mailer: Mailer): SweepStep[] {
  const site = services.policy.dashboard_url;
  const { host } = new URL(site);
  let next_ms = 0;
  return [
    {
      name: 'notice_news',
      run: async () => {
        const now_ms = services.now().getTime();
        if (now_ms < next_ms) return 0;
        next_ms = now_ms + NOTICE_EVERY_MS;
        await noticeNews(services);
        await summariseYesterday(services);
        return 0;
      },
    },
    {
      name: 'send_mail_notices',
      run: () => sendMailNotices(services, { compose: (one) => composeNotice(one, site), mailer, host }),
    },
  ];
}
