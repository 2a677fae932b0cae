import { html } from '../../../html.ts';
import type { StatementWords } from './words.ts';

export const ar: StatementWords = {
  title: 'الكشوف',
  intro: 'تسرد بوابة المشغّل كل حركة لرقم. ارفع تلك القائمة: يُقارَن كل سطر بدفتر الرقم.',
  nothing: 'لا يوجد كشف.',
  columns: {
    days: 'الأيام',
    number: 'الرقم',
    rows: 'السطور',
    closing: 'الرصيد الأخير',
    state: 'الحالة',
    unknown: 'لا يعرفها الدفتر',
    differing: 'مختلفة',
    imported: 'رُفع',
  },
  states: {
    IMPORTING: 'غير مكتمل',
    KEPT: 'لا يُحسب بعد',
    AGREED: 'قيد العمل',
    SETTLED: 'محسوب',
    REFUSED: 'مرفوض',
  },
  bring: {
    title: 'رفع كشف',
    intro:
      'الملف كما تعطيه البوابة: إن حفظه برنامج جداول فقد تضيع أصفار أو تواريخ. إن كان فيه خطأ فلا يُحفظ منه شيء.',
    number: 'الرقم صاحب الكشف',
    file: 'الملف',
    file_hint:
      '\u2066.csv\u2069 أو \u2066.xlsx\u2069، 32 ميغابايت على الأكثر. الكشف الكبير يأخذ دقيقة: اترك الصفحة مفتوحة.',
    no_file: 'اختر ملفا.',
    day: 'فقط إن كان لهذا اليوم',
    day_hint: 'عندها يُرفض كشف يوم آخر.',
    after_a_gap: 'الأيام بين هذا الكشف والذي قبله لا يمكن الحصول عليها',
    new_account: 'الحساب المذكور فيه هو حساب هذا الرقم، رغم الكشوف السابقة (يلزم شخصان)',
    button: 'رفع',
    refused: 'لم يُقبل هذا الملف',
  },
  told: {
    imported: 'حُفظ الكشف.',
    before: 'رُفع هذا الملف من قبل.',
    number_not_found: 'لا يوجد رقم حقيقي كهذا.',
    book_not_open: 'لم يقل أحد أول رصيد لهذا الرقم: اقرأه على الشريحة وسجّله أولا.',
    day_unusable: 'لا يوجد يوم كهذا.',
  },
  one: {
    title: 'كشف',
    account: 'الحساب',
    file: 'الملف',
    profile: 'القالب',
    by: 'رفعه',
    opening: 'الرصيد الأول',
    moved: 'مجموع المجهولة',
    compared: 'قورنت',
    uncompleted: 'سطور لم تكتمل ولم تحرّك شيئا',
    rows: 'سطور لا يعرفها الدفتر أو يعرفها بغير ذلك',
    rows_hint: 'ما هو في الدفتر كما يقوله الكشف غير معروض.',
    all_known: 'يعرف الدفتر كل سطر كما هو.',
    columns: {
      line: 'السطر',
      id: 'المعاملة',
      time: 'الوقت',
      moved: 'الحركة',
      after: 'الرصيد',
      what: 'النتيجة',
      book: 'في الدفتر',
    },
    is_new: 'مجهولة',
    differs: {
      amount: 'مبلغ آخر',
      balance: 'رصيد آخر',
      number: 'رقم آخر',
      payer: 'دافع آخر',
      status: 'حالة أخرى',
    },
    settle: 'احتساب هذا الكشف',
    settle_text:
      'يُقرَّر في السطور المجهولة كرسائل وصلت متأخرة، ويُعدّ الرصيد الأخير كقراءة للشريحة. إن كان المبلغ كبيرا وجب أن يقول شخص ثان الشيء نفسه.',
    untied: (number) =>
      html`لا شيء معروفا يربط هذا الكشف بالرقم ${number}. تأكد في البوابة من أنه كشف هذا الرقم؛ ويلزم شخصان ليُعتمد.`,
    refuse: 'رفض هذا الكشف',
    refuse_text: 'رُفع لرقم غير رقمه، أو ضاع ملفه: لن يُحسب أبدا. ويمكن رفع الملف من جديد للرقم الذي هو كشفه.',
    refused: 'رفضه',
    unfinished:
      'هذا الكشف غير مكتمل: ارفع الملف نفسه من جديد فيُكمل من حيث توقف، أو يقول لماذا رُفض. وإن ضاع الملف فصدّر أيامه من جديد: هذا لا يُحسب ولا يمنع غيره.',
    unconfirmed: 'قالبه غير مؤكد: الكشف محفوظ ولا يثبت شيئا.',
  },
  profiles: {
    title: 'القوالب',
    intro: 'القالب يقول كيف تكتب بوابة. قارن كشفا حقيقيا بالبوابة قبل التأكيد؛ ويلزم شخصان.',
    confirmed: 'مؤكد',
    unconfirmed: 'غير مؤكد',
    confirm: 'تأكيد',
  },
  at: ({ row, cell }) =>
    cell !== undefined ? `الخلية \u2066${cell}\u2069: ` : row !== undefined ? `السطر ${row}: ` : '',
  unreadable: {
    empty: 'الملف فارغ. صدّره من جديد.',
    too_large: 'الملف كبير جدا. اطلب أياما أقل في كل مرة.',
    too_many_rows: 'السطور كثيرة جدا. اطلب أياما أقل في كل مرة.',
    too_wide: 'الأعمدة كثيرة جدا: ليس هذا كشفا.',
    cell_too_long: 'خلية طويلة جدا: ليس هذا كشفا.',
    row_too_long: 'أحد الأسطر طويل جدا: ليس هذا كشفا.',
    encoding: 'حروف الملف لا تُقرأ. صدّره من جديد.',
    damaged: 'الملف تالف أو مقطوع. صدّره من جديد.',
    not_a_table: 'ليس \u2066.csv\u2069 ولا \u2066.xlsx\u2069. ارفع الملف كما تعطيه البوابة.',
    old_workbook: 'هذا \u2066.xls\u2069 قديم. صدّره بصيغة \u2066.xlsx\u2069 أو \u2066.csv\u2069.',
    encrypted: 'للملف كلمة سر. ارفعه بدونها.',
    bomb: 'يتمدد الملف أكثر من حجمه بكثير: صنعه أحد هكذا. صدّره من جديد.',
    several_sheets: 'في المصنف عدة أوراق. اترك ورقة الكشف وحدها.',
    no_sheet: 'ليس في المصنف أي ورقة.',
    dates_from_1904: 'يعدّ المصنف تواريخه من 1904. ارفع ملف البوابة نفسه.',
    formula: 'صيغة حسابية لا يكتبها أي مشغّل: غيّر أحد الملف. صدّره من جديد.',
  },
  file: {
    no_titles: () => html`ليس في السطور الأولى عناوين كشف معروف (انظر القوالب). صدّره من جديد وارفعه كما هو.`,
    wrong_separator: () =>
      html`لا تفصل بين الأعمدة فاصلة منقوطة ولا فاصلة ولا جدولة. صدّره من جديد، أو بصيغة <bdi dir="ltr">.xlsx</bdi>.`,
    no_rows: () => html`لا سطور تحت العناوين. اختر أياما تحرك فيها شيء.`,
    too_many_rows: ({ rows_max }) => html`أكثر من ${rows_max} سطر. صدّر أياما أقل في كل مرة.`,
    other_operator: ({ profile, msisdn }, say) =>
      html`هذا كشف ${say.raw(profile)}، والرقم ${say.phone(msisdn)} عند المشغّل الآخر. اختر رقمه.`,
    header_unreadable: ({ line, cell }, say) =>
      html`يجب أن يقول السطر ${line} فوق العناوين الحساب أو الأيام، وهو يقول ${say.raw(cell)}. صدّره من جديد مع رأسه.`,
    other_account: ({ account, msisdn }, say) =>
      html`الكشف للحساب ${say.raw(account)} وليس للرقم ${say.phone(msisdn)}. اختر رقمه.`,
    account_changed: ({ account, msisdn }, say) =>
      html`الكشف للحساب ${say.raw(account)}. حسب الكشوف السابقة للرقم ${say.phone(msisdn)} حساب آخر، أو هذا الحساب لرقم آخر. اختر رقمه؛ وإن قالت البوابة إنه لهذا الرقم فضع علامة في الخانة: عندها يلزم شخصان ليُعتمد.`,
    file_of_another_number: ({ msisdn, of }, say) =>
      html`رُفع هذا الملف كشفا للرقم ${say.phone(of)}. اختر الرقم الذي هو كشفه. إن كان ${say.phone(msisdn)}، ولم يُحسب بعد للآخر، فارفضه هناك أولا، في صفحته.`,
    refused_meanwhile: () => html`رفض شخص هذا الكشف أثناء قراءته. إن كان ذلك خطأ فارفع الملف من جديد.`,
    other_day: ({ day, ...range }, say) =>
      html`الكشف ليوم ${say.days(range)} لا ليوم ${say.raw(day)}. صدّر اليوم الصحيح.`,
    outside_days: ({ line, at, ...range }, say) =>
      html`السطر ${line} ليوم ${say.day(at)} ويقول الكشف إنه ليوم ${say.days(range)}: غيّره أحد. صدّره من جديد.`,
    in_the_future: ({ line, at }, say) =>
      html`السطر ${line} ليوم ${say.day(at)} الذي لم يأت بعد: غيّره أحد، أو تُكتب تواريخه بطريقة أخرى.`,
    no_hours: () =>
      html`كل سطر من هذه القائمة عند منتصف الليل: حذف برنامج جداول الساعات. ارفع الملف كما تعطيه البوابة. إن كان هذا ملف البوابة نفسه فصدّر أياما أكثر دفعة واحدة.`,
    other_hours: ({ line, operator_transaction_id, behind_minutes }, say) =>
      html`السطر ${line} ${behind_minutes < 0 ? 'قبل' : 'بعد'} الوقت الذي في معرّفه (${say.raw(operator_transaction_id)}) بـ ${Math.abs(behind_minutes)} دقيقة، ولا سطر فيه ساعة معرّفه: ساعات هذه القائمة من منطقة زمنية أخرى. اضبط البوابة والحاسوب على توقيت أنجمينا (UTC+1) وصدّرها من جديد. إن ذكرت البوابة الساعات نفسها بعد ذلك فقد تأخر اكتمال كل دفعة: صدّر أياما أكثر دفعة واحدة.`,
    repeated_row: ({ line, operator_transaction_id }, say) =>
      html`السطر ${line} يكرر سطرا قبله (${say.raw(operator_transaction_id)}): غيّر أحد الملف. صدّره من جديد.`,
    broken: ({ line, operator_transaction_id, printed_xaf, expected_xaf }, say) =>
      html`السطر ${line} (${say.raw(operator_transaction_id)}) ينتهي عند ${say.sum(printed_xaf)}، وحسب ما جاوره يجب أن يكون ${say.sum(expected_xaf)}: سطر ناقص أو مبلغ مغيَّر. صدّره من جديد.`,
    changed_meanwhile: () => html`تغير الملف أثناء قراءته. ارفعه من جديد.`,
    not_continuous: ({ before_until, before_xaf, opening_xaf }, say) =>
      html`ينتهي الكشف السابق يوم ${say.day(before_until)} عند ${say.sum(before_xaf)}، ويبدأ هذا عند ${say.sum(opening_xaf)}: أيام ناقصة، أو أحدهما مغيَّر. ارفع تلك الأيام أولا؛ وإن لم يمكن الحصول عليها فضع علامة في الخانة.`,
    changed_since: ({ operator_transaction_id, told_xaf, held_xaf }, say) =>
      html`${say.raw(operator_transaction_id)} هي ${say.sum(held_xaf)} في كشف سابق و${say.sum(told_xaf)} في هذا: أحدهما مغيَّر. اسأل المشغّل.`,
  },
  line: (line) => `السطر ${line}: `,
  row: {
    cut: ({ cells, expected }) => html`${cells} من ${expected} أعمدة: الملف مقطوع. صدّره من جديد.`,
    formula: ({ cell }, say) =>
      html`صيغة حسابية (${say.raw(cell)}) لا يكتبها أي مشغّل: غيّر أحد الملف. صدّره من جديد.`,
    unreadable: ({ title, cell }, say) =>
      html`تحت ${say.raw(title)} مكتوب ${say.raw(cell)} وهو لا يُقرأ. صدّره من جديد وارفعه كما هو.`,
    swapped: ({ title, id }, say) =>
      html`تحت ${say.raw(title)} تاريخ يذكر ${say.raw(id)} يومه وشهره بالعكس: غيّر برنامج جداول التواريخ. ارفع الملف كما تعطيه البوابة، أو احفظه والتواريخ فيه نص.`,
    no_hour: ({ title, cell }, say) =>
      html`تحت ${say.raw(title)} مكتوب ${say.raw(cell)}، وقد ضاعت ساعته: غيّر برنامج جداول التواريخ. ارفع الملف كما تعطيه البوابة؛ حفظ هذا الملف من جديد لا يعيد الساعات.`,
    unknown_status: ({ title, cell }, say) =>
      html`تحت ${say.raw(title)} مكتوب ${say.raw(cell)}، ولم يقل أحد هل حرّك سطر كهذا مالا. اسأل المشغّل: يجب أن يعرف القالب هذه الحالة أولا.`,
    fraction: ({ title, cell, is_balance }, say) =>
      html`تحت ${say.raw(title)} جزء من الفرنك (${say.raw(cell)})، والدفاتر بالفرنك الكامل. ${is_balance ? 'أفرغ هذا العمود وارفع القائمة من جديد: تُحسب بلا أرصدة.' : 'اسأل المشغّل ما هو.'}`,
    no_single_sum: () => html`مال دخل ومال خرج في آن واحد. اسأل المشغّل ما هو.`,
    no_sum: () =>
      html`تحرّك مال، والسطر لا يذكر أي مبلغ. اسأل المشغّل ما هو واكتب ذلك المبلغ في السطر: 0 إن لم يتحرّك شيء.`,
    other_currency: ({ cell }, say) => html`بعملة ${say.raw(cell)}: لا يُقبل إلا فرنك سيفا.`,
  },
};
