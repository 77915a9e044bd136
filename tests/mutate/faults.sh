# SPDX-License-Identifier: Apache-2.0
# fault FILE SED WHAT: one wrong line in a file of sw/compiler/ptxas; at least one for each pass.

fault space.c        '/in->op\[k\].kind == PO_REG)$/,/gspace;/s/s |= in/s = in/' \
      'the space of a sum: only the last source counts'
fault inline.c       '/"setp.lt.u32"/s/lt/le/' 'one case more of an indirect branch'
fault lower.c        's/\[PTX_CMP_GT\] = MC_G,/[PTX_CMP_GT] = MC_GE,/' 'setp.gt as ge'
fault lower.c        '/all = left ||/s/!ptype_signed/ptype_signed/' 'a signed shift by 32 and more'
fault lower_bits.c   's/op_imm(32 - p - n)/op_imm(31 - p - n)/' 'bfe one bit off'
fault lower_cvt.c    's/(1u << (8 \* ds - 1)) - 1 : (1u << 8/(1u << (8 * ds - 1)) : (1u << 8/' \
      'the clamp of a narrow conversion'
fault lower_f64.c    '/GT_OP_DMIN : GT_OP_DMAX/s/GT_OP_DMIN : GT_OP_DMAX/GT_OP_DMAX : GT_OP_DMIN/' 'min.f64 is max'
fault lower_float.c  's/a.neg = op == PTX_NEG/a.neg = op != PTX_NEG/' 'neg.f32 is none'
fault lower_float.c  's/(b.imm \& 0x7fffffff) >= 0x7f800000/b.imm >= 0x7f800000/' 'div.full by large negative constants'
fault lower_float.c  's/size.abs = true;/size.abs = false;/' 'div.full by large negative numbers'
fault lower_mem.c    's/\[PTX_AOP_INC\] = GT_AOP_INC/[PTX_AOP_INC] = GT_AOP_DEC/' 'atom.inc decrements'
fault lower_misc.c   '/bool hi = in->code.width/s/==/!=/' 'mad.hi.cc is lo'
fault lower_sreg.c   '/"%ctaid.x", 12/s/12/14/' 'the block index'
fault ssa.c          '/m->old = s->cur\[v\];/s/s->cur\[v\]/-1/' 'a predicated write forgets the old value'
fault ssa.c          '/m->args\[p\] = current/s/m->old/m->dst/' 'the values of a phi'
fault gvn.c          '/a->ashift != b->ashift/s/a->ashift != b->ashift || //' 'equal loads with other shifts'
fault gvn.c          's/if (same >= 0)/if (same > 1 << 30)/' 'a phi of two values is trivial'
fault combine.c      's/case M_SUB: \*out = a - b;/case M_SUB: *out = b - a;/' 'a constant difference'
fault combine.c      '/M_FSET ? MC_LG/s/MC_LG | MC_E | MC_U : MC_LG | MC_E/MC_LG | MC_E : MC_LG | MC_E/' \
      'the opposite of a float comparison'
fault combine.c      's/case M_AND: c = c1 & c2/case M_AND: c = c1 | c2/' 'two masks'
fault combine.c      's/(uint32_t)(int32_t)(int16_t)v == v : v <= 0xffff/v != 1 : v <= 0xffff/' \
      'a signed constant beyond 16 bits'
fault combine.c      's/return h == (uint32_t)((int32_t)l >> 31);/return h == (uint32_t)((int32_t)l >> 31) || !h;/' \
      'the sign of the constant 0x80000000'
fault demand.c       's/m->type == V_U8 ? 0xff :/m->type == V_U8 ? 0x7f :/' 'a byte store wants 7 bits'
fault demand.c       's/return (r \& 0xffff) | (r >> 16 ? 0x8000 : 0);/return r \& 0xffff;/' \
      'the sign bit of an extension'
fault demand.c       '/^    case M_MAD:$/,/fall through/s/return below(r)/return r/' \
      'what an addend carries to wanted bits'
fault mul.c          '/ba < 65536 && bb < 65536/s/bb < 65536/bb < 131072/' 'a factor of 17 bits'
fault mul.c          's/sgn ? PT_LESS : PT_CARRY/sgn ? PT_CARRY : PT_CARRY/' 'the carry of a signed product'
fault mul.c          's/ \&\& !(sgn \&\& b.imm >> 31)) {/) {/' 'the upper word of a signed product with 0x80000000'
fault smem.c         '/static bool writes_shared/s/m->op == M_STS ||/m->op == M_STG ||/' 'a shared load passes a store'
fault smem.c         's/m->aoff = (int32_t)(origin & 0xffff);/m->aoff = 0;/' 'where a window begins'
fault licm.c         '/m->pred >= 0 || m->vol || m->shared/s/m->shared || //' 'a shared operand leaves the loop'
fault opt.c \
      's/m->aoff = (m->aoff + (int32_t)(b->imm << m->ashift)) /m->aoff = (m->aoff + (int32_t)b->imm) /' \
      'a constant index without its shift'
fault opt.c          's/bool flip = set \&\& e;/bool flip = set \&\& lg;/' 'a test with zero turned round'
fault opt.c          's/(less ? MC_G : 0)/(less ? MC_L : 0)/' 'an exchanged comparison'
fault cfg.c          's/ret_under(f, b, k ? !b->pneg : b->pneg)/ret_under(f, b, k ? b->pneg : !b->pneg)/' \
      'a return under the opposite predicate'
fault diverge.c      's/predicate_into(f, x, o, !x->pneg, /predicate_into(f, x, o, x->pneg, /' \
      'both sides of an if under one predicate'
fault diverge.c      's/fresh \&\& !reglist_has(.other->live_in, r\[i\])/fresh \&\& other/' \
      'older values are lost where two ways meet'
fault diverge.c      '/case M_BAR: case M_RET/s/case M_ADDC: //' 'a sum with carry under a predicate'
fault diverge.c      's/f->vr.v\[f->tid\].uniform = false;/f->vr.v[f->tid].uniform = true;/' \
      'the thread index is uniform'
fault layout.c       's/ \&\& !b->joinats.n; }/; }/' 'a block that pushes a meeting point is empty'
fault sched.c        's/s->maker\[d\[k\]\] = i;/s->maker[d[k]] = s->maker[d[k]];/' 'uses do not wait for definitions'
fault literals.c     's/if (has_immediate(m, i))/if (!has_immediate(m, i))/' 'constants without an immediate form'
fault literals.c     's|HALVES = LIMIT_C_UNITS / 2|HALVES = LIMIT_C_UNITS|' 'room for constants of 16 bits'
fault areg.c         's/return a->v == b->v && a->shift == b->shift;/return a->v == b->v;/' 'an $a with another shift'
fault areg.c         '/c.valid\[i\] &= x->valid/s/&=/|=/' 'an $a that only one of two blocks in front leaves'
fault areg_loop.c    's/uint32_t by = u->step->src\[1\].imm << u->base.shift;/uint32_t by = u->step->src[1].imm;/' \
      'the step of an $a'
fault areg_loop.c    's|if (reg\[j\])|if (\&s->u[j] == u)|' \
      'of two bases of a register one steps'
fault interfere.c \
      's/v->forbid |= v->is_c ? m->rt->cclobber : m->rt->clobber;/v->forbid |= v->is_c ? m->rt->cclobber : 0;/' \
      'what lives across a call'
fault regalloc.c     's/^                out\[at\] = true;/                out[at] = false;/' 'a register that is taken'
fault ra_group.c     's/c->src\[0\] = op_reg(m->dst + w);/c->src[0] = op_reg(m->dst);/' 'the wrong word of a group'
fault spill.c        '/mi_insert_after(m, st);/s/mi_insert_after/mi_insert_before/' 'a spilled word is stored too early'
fault spill.c        's/s->whole \&\& s->last >= x->since \&\&/s->whole \&\&/' \
      'a register keeps a spilled word too long'
fault routine.c      's/rt->clobber |= 1ull <</rt->clobber \&= 1ull <</' 'a routine writes nothing'
fault machine.c      's/\[PT_CARRY\] = { GT_CC_C, GT_CC_NC }/[PT_CARRY] = { GT_CC_NC, GT_CC_C }/' 'the carry predicate'
fault machine.c      's/case M_SUBR: in->k = 2; break;/case M_SUBR: in->k = 1; break;/' 'a reversed difference'
fault pair.c         's/| (a->mread \& b->mwrite);/| 0;/' 'a load passes a store to find a partner'
fault emit.c         's/return (unsigned)e->nlit++ \* 4;/return (unsigned)e->nlit++ * 4 + 4;/' 'the place of a constant'
fault emit.c \
      's/GT_OP_BRA, b, b->pred, !b->pneg, b->succ\[1\]);/GT_OP_BRA, b, b->pred, b->pneg, b->succ[1]);/' \
      'a branch the wrong way'
fault compile.c      's/^            c0 += y->size;/            c0 += 4;/' 'the next constant'
fault verify_regs.c  's/if (o == r || x\[o\].is_c/if (o != r || x[o].is_c/' 'the verifier looks away'

fault linear.c       's/uint32_t by = mine.c - x->form\[u\].c;/uint32_t by = x->form[u].c - mine.c;/' \
      'the difference of two sums turned round'
fault linear.c       's/case M_SUB: return add_form(out, \&b, -1u);/case M_SUB: return add_form(out, \&b, 1u);/' \
      'a difference counts as a sum'
fault live.c         's/l->stamp\[b->id\] != v + 1)/l->stamp[b->id] == v + 1)/' 'life ends where nothing is written'
fault live.c         's/^        if (!mi_def_kills(l->f, m, r\[k\])) {/        if (m->op == M_COUNT) {/' \
      'what a predicated write leaves does not live'
fault interfere.c    's/return p->src\[0\].v == m->src\[0\].v;/return true;/' \
    'copies of different words share a register'
fault interfere.c    's/if (b->term == TERM_COND)/if (b->term == TERM_RET)/' \
      'the condition of a branch does not live'
fault codes.c        's/            r->b->pneg ^= true;/            r->b->pneg ^= false;/' \
    'a branch keeps the old sense of a code'
fault codes.c        's/u->pred = u->pred == from ? to : u->pred;/u->pred = u->pred;/' \
      'who reads a test of a sum with carry is forgotten'
fault parse_bounds.c 's/e->max_threads = extent\[0\] \* extent\[1\] \* extent\[2\];/e->max_threads = extent[0];/' \
      'bounds of one dimension'
fault parse_bounds.c 's/if (o.by_registers >= blocks)/if (o.by_registers > blocks)/' 'launch bounds: one block too many'
fault emit.c         's/^                m->aoff += (int32_t)base;/                m->aoff += 0;/' \
      'the spills of a routine over those of its caller'
fault ra_group.c     's/^            if (r\[k\] == v)/            if (r[k] == v \&\& k > MI_REGS)/' \
    'a fill sinks past a write of its source'
fault compile.c      's/c0 = (c0 + y->align - 1) \& ~(y->align - 1);/c0 += 0;/' 'constants are not aligned'
