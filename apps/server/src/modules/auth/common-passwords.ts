/**
 * The words and key patterns that guessing starts with: from the top of lists of stolen passwords, without the digits
 * and punctuation that people add (passwords.ts removes those).
 */
export const COMMON = `
password passwort passwords passphrase password123 passw0rd pass mypassword thepassword newpassword
oldpassword nopassword changeme changemenow letmein letmeinnow letmeinplease openup opensesame welcome
welcomehome welcomeback hello helloworld hellothere goodmorning goodbye thankyou iloveyou iloveyouso
iloveyoubaby loveyou lovely love loveme lovelove princess prince queen king angel sunshine sunflower
summer winter spring autumn fall january february march april may june july august september october
november december monday tuesday wednesday thursday friday saturday sunday christmas halloween birthday
happybirthday happynewyear monkey dragon tiger lion panther eagle falcon phoenix unicorn dolphin turtle
rabbit chicken banana orange apple cherry cookie chocolate coffee cheese pepper ginger butter sugar
football baseball basketball softball soccer hockey tennis golf golfer fishing hunting running racing
michael michelle jennifer jessica jordan ashley amanda anthony andrew daniel charlie thomas robert
matthew joshua joseph nicole hannah samantha elizabeth william richard george maggie buster bailey
superman batman spiderman ironman starwars startrek pokemon naruto matrix gandalf mustang ferrari
corvette porsche mercedes harley yankees cowboys lakers steelers chelsea arsenal liverpool barcelona
america canada texas california florida newyork london internet computer windows samsung iphone google
facebook microsoft apple123 secret topsecret secretpassword supersecret private master mastermind admin
administrator superuser root user guest login access default temp temporary test testing testtest tester
qwerty qwertyuiop qwertyuiopasdf qwertyuiopasdfghjkl qwertyuiopasdfghjklzxcvbnm asdf asdfgh asdfghjkl
asdfghjklzxcvbnm zxcvbn zxcvbnm zxcvbnmasdfghjkl qazwsx qazwsxedc qazwsxedcrfv qweasd qweasdzxc qweqwe
1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4t5y6 zaq12wsx
zaq1zaq1 azerty azertyuiop abc abcabc abcd abcd1234 abc123 a1b2c3d4 a1b2c3d4e5f6 aabbccdd aa123456
123qwe 123qweasd 123qweasdzxc 147258369 159753 112233445566 123123 123321 123654 696969 whatever
trustno blink killer ninja shadow hunter ranger warrior soldier freedom forever family friends mother
father sister brother baby lucky jesus jesuschrist godisgood blessed heaven faith money business loan
loans bank banking lender borrower credit mortgage finance correcthorsebatterystaple
`
  .trim()
  .split(/\s+/);
