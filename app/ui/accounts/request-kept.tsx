/** What sign-in and sign-up say to someone who has pressed Book (B28). */
export const RequestKept = () => <p>We've kept your request. Once you're signed in, you can check it and send it.</p>;
