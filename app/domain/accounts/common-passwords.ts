// The passwords of at least 8 characters that lead every published list of leaked ones, and what people here would
// pick first. Compared without letter case.
const COMMON = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssword p@ssw0rd passwort motdepasse
  12345678 123456789 1234567890 12345678910 0123456789 0987654321 987654321 87654321 11111111 111111111
  00000000 000000000 22222222 33333333 55555555 66666666 77777777 88888888 99999999 12341234 11223344 1122334455
  123123123 12121212 123454321 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3r4 qwertyui qwertyuiop qwerty12
  qwerty123 qwerty1234 asdfghjk asdfghjkl zxcvbnm1 zxcvbnm123 abcdefgh abcd1234 abc12345 abc123456 a1b2c3d4
  aa123456 aaaaaaaa iloveyou iloveyou1 sunshine princess princess1 football football1 baseball liverpool arsenal1
  chelsea1 manchester superman superman1 batman123 starwars trustno1 whatever letmein1 letmein123 welcome1
  welcome123 welcome12 changeme changeme1 changeme123 administrator admin123 admin1234 root1234 master123 monkey123
  dragon123 michelle jennifer computer internet samsung1 facebook google123 jordan23 mustang1 shadow12 killer123
  blessing blessing1 blessed1 jesus123 jesuschrist godisgood godislove emmanuel christ123 prayer123 zimbabwe
  zimbabwe1 zimbabwe123 harare123 bulawayo plumber1 plumber123 plumbing pombi123 pombipombi secret123 test1234
  testtest testing1 testing123 default1 guest123 user1234 login123 access14 nothing1 hello123 hellohello
  freedom1 mother123 family123 lovelove loveme123 tinashe1 tatenda1 rumbidzai nyasha123 takudzwa`.split(/\s+/),
);

export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase());
